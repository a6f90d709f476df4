/**
 * Limits each letter to thirty combining marks, more than any language needs (Unicode's stream-safe format, UAX 15).
 * Call it before `normalize`, which sorts marks in quadratic time: a hundred thousand on one letter block a processor
 * for seconds, a million for minutes. Joiners (U+200C, U+200D) count as marks, because they don't visibly separate
 * them.
 */
export function limitCombiningMarks(text: string): string {
  return text.replaceAll(/([\p{M}\u200c\u200d]{30})[\p{M}\u200c\u200d]+/gu, '$1')
}
