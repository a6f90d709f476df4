export const FULL_NAME_MAX = 100

/**
 * Returns the first name for an email's greeting, or undefined. A name from sign-up may be sent to a stranger's
 * address, so only a plain word is used, never a link or an advertisement.
 */
export function findGreetingName(fullName: string): string | undefined {
  const first = fullName.split(' ')[0] ?? ''
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? first : undefined
}
