import { MESSAGE_MAX, MESSAGE_STORED_MAX } from './chat-limits'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many characters a person counts: grapheme clusters. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of segments.segment(text)) count += 1
  return count
}

/** Of a message as it is kept, see `manyLines`. */
export function fitsMessage(text: string): boolean {
  // Nearly every message is short, and its units are never fewer than its clusters.
  if (text.length <= MESSAGE_MAX) return true
  return isStorable(text) && countCharacters(text) <= MESSAGE_MAX
}

/** The database counts code points, of which each is one or two units. */
function isStorable(text: string): boolean {
  if (text.length <= MESSAGE_STORED_MAX) return true
  return text.length <= 2 * MESSAGE_STORED_MAX && Array.from(text).length <= MESSAGE_STORED_MAX
}
