/**
 * At most thirty accents on one letter, which is more than any language has (Unicode's stream-safe format, UAX 15). Bringing
 * text into normal form sorts them, which takes the square of how many there are: a hundred thousand on one letter keep a
 * processor busy for seconds, a million for minutes. Call it before `normalize`.
 */
export function withoutPiles(text: string): string {
  return text.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1')
}
