import { styleText } from 'node:util'

/** What a text is, as far as its look is concerned. */
export type Look = 'critical' | 'warning' | 'info' | 'strong' | 'faint'

/** Gives a text its look; leaves it as it is where no colour is wanted. */
export type Paint = (look: Look, text: string) => string

const FORMATS: Readonly<Record<Look, Parameters<typeof styleText>[0]>> = {
  critical: ['bold', 'red'],
  warning: ['bold', 'yellow'],
  info: ['bold', 'cyan'],
  strong: 'bold',
  faint: 'dim',
}

/** A paint that always paints where colour is wanted; whether it is, the caller has asked the stream. */
export function createPaint(color: boolean): Paint {
  if (!color) return (_, text) => text
  return (look, text) => styleText(FORMATS[look], text, { validateStream: false })
}

/** Whether a stream shows colour: a terminal that can, and a user who did not say NO_COLOR. */
export function showsColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && stream.hasColors()
}
