/**
 * At most thirty accents on one letter, which is more than any language has (Unicode's stream-safe format, UAX 15). Bringing
 * text into normal form sorts them, which takes the square of how many there are: a hundred thousand on one letter keep a
 * processor busy for seconds, a million for minutes. Call it before `normalize`. What joins letters
 * (U+200C, U+200D) counts as one: it parts accents for nobody who looks.
 */
export function withoutPiles(text: string): string {
  return text.replaceAll(/([\p{M}\u200c\u200d]{30})[\p{M}\u200c\u200d]+/gu, '$1')
}
