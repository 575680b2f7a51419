/** 64 bits over a text, as 16 hex digits: to tell texts apart without keeping them. Not for secrets. */
export function hash64(text: string): string {
  return hash32(text, 0x811c9dc5) + hash32(text, 0x9e3779b9)
}

/** FNV-1a with a final avalanche, from a given basis. */
function hash32(text: string, basis: number): string {
  let hash = basis
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
