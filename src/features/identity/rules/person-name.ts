export const FULL_NAME_MAX = 100

/** Outer space off, inner runs of space to one, nothing that cannot be seen (controls, direction overrides, halves of pairs). */
export function normaliseFullName(value: string): string {
  return value
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * The name a mail may greet with, or undefined. The name was typed by whoever signed up, perhaps with a stranger's
 * address: only a plain word is repeated in that stranger's mail, never a link or an advertisement.
 */
export function findGreetingName(fullName: string): string | undefined {
  const first = fullName.split(' ')[0] ?? ''
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? first : undefined
}
