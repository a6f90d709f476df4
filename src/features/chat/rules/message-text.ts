import { MESSAGE_MAX, MESSAGE_STORED_MAX } from './chat-limits'

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function countCharacters(text: string): number {
  let count = 0
  for (const _ of segments.segment(text)) count += 1
  return count
}

/** Checks the length of a text that `cleanMultiLineText` has already normalized. */
export function hasValidLength(text: string): boolean {
  // Fast path: nearly every message is short, and a text never has more clusters than code units.
  if (text.length <= MESSAGE_MAX) return true
  return isStorable(text) && countCharacters(text) <= MESSAGE_MAX
}

/** The database counts code points. JavaScript counts code units, of which a code point has one or two. */
function isStorable(text: string): boolean {
  if (text.length <= MESSAGE_STORED_MAX) return true
  return text.length <= 2 * MESSAGE_STORED_MAX && Array.from(text).length <= MESSAGE_STORED_MAX
}
