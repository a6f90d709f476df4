import { withoutPiles } from './piled-marks'

/**
 * Text that somebody typed, as one line that reads as it is: outer space off, inner runs of space to one, nothing that
 * cannot be seen (controls, direction overrides, halves of surrogate pairs, which PostgreSQL refuses in JSON).
 */
export function oneLine(value: string): string {
  const line = withoutPiles(value)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return showsSomething(line) ? line : ''
}

/** False for text of nothing but spaces, marks without a letter, and letters that fonts draw as nothing (U+3164, U+2800). */
export function showsSomething(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u.test(text)
}
