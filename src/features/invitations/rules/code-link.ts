/**
 * Where a code is filled in already: to sign up with, or to become a member with an account one has. Without the site’s
 * address. In two halves, as people read it: `12E45678` alone would be taken for a number by whatever reads addresses.
 */
export function codeLink(code: string, hasAccount: boolean): string {
  const halves = `${code.slice(0, 4)}-${code.slice(4)}`
  return hasAccount ? `/dashboard/members-only?code=${halves}` : `/auth?code=${halves}`
}
