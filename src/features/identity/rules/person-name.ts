export const FULL_NAME_MAX = 100

/**
 * The name an email may greet with, or undefined. The name was typed by whoever signed up, perhaps with a stranger's
 * address: only a plain word is repeated in that stranger's email, never a link or an advertisement.
 */
export function findGreetingName(fullName: string): string | undefined {
  const first = fullName.split(' ')[0] ?? ''
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? first : undefined
}
