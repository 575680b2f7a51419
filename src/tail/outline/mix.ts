/** Two numbers of 32 bits as one, never 0. */
export function mix(a: number, b: number): number {
  const product = Math.imul(a ^ Math.imul(b, 0x85ebca6b), 0xc2b2ae35)
  return (product ^ (product >>> 15)) >>> 0 || 1
}
