/**
 * Limits a letter to thirty combining marks, more than any language needs (Unicode's stream-safe format, UAX 15).
 * Normalization sorts marks in quadratic time: a hundred thousand on one letter block a processor for seconds, a
 * million for minutes. Call it before `normalize`. Joiners (U+200C, U+200D) count as marks, since they don't visibly
 * separate them.
 */
export function limitCombiningMarks(text: string): string {
  return text.replaceAll(/([\p{M}\u200c\u200d]{30})[\p{M}\u200c\u200d]+/gu, '$1')
}
