import { foldText } from '~/lib/fold-text'

/**
 * Returns the letters that the invoice numbers of a seller start with: the initials of the capitalized words, two to four of A–Z.
 * Names with fewer initials get their first letters: `Jonas Wirth` -> `JW`, `Back to Back` -> `BB`, `Cistern` -> `CI`.
 */
export function makePrefix(name: string): string {
  const parts = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  const capitalized = parts.filter((part) => /^\p{Lu}/u.test(part))
  const initials = keepLatin(
    (capitalized.length >= 2 ? capitalized : parts).map((part) => foldText(part)[0]).join(''),
  )
  const letters = initials.length >= 2 ? initials.slice(0, 4) : keepLatin(foldText(name)).slice(0, 2)
  return letters.toUpperCase().padEnd(2, 'X')
}

const keepLatin = (text: string) => text.replaceAll(/[^a-z]/g, '')
