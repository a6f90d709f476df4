import { foldText } from '~/lib/fold-text'

/**
 * Returns the letters that the invoice numbers of a seller start with: the initials of the capitalized words, two to four of A–Z.
 * Names with fewer initials get their first letters: `Jonas Wirth` -> `JW`, `Back to Back` -> `BB`, `Tresor` -> `TR`.
 */
export function makePrefix(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  const capitalized = words.filter((word) => /^\p{Lu}/u.test(word))
  const initials = keepLatin(
    (capitalized.length >= 2 ? capitalized : words).map((word) => foldText(word)[0]).join(''),
  )
  const letters = initials.length >= 2 ? initials.slice(0, 4) : keepLatin(foldText(name)).slice(0, 2)
  return letters.toUpperCase().padEnd(2, 'X')
}

const keepLatin = (text: string) => text.replaceAll(/[^a-z]/g, '')
