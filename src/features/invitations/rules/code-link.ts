/**
 * Returns the path that prefills a code: the sign-up page, or the page to redeem it with an existing account. The URL
 * splits the code with a hyphen, because parsers would read `12E45678` as a number.
 */
export function toCodePath(code: string, hasAccount: boolean): string {
  const halves = `${code.slice(0, 4)}-${code.slice(4)}`
  return hasAccount ? `/dashboard/members-only?code=${halves}` : `/auth?code=${halves}`
}
