/**
 * Where a code is filled in already: to sign up with, or in the settings of whoever has an account. Without the site's
 * address. In two halves, as people read it: `12E45678` alone would be taken for a number by whatever reads addresses.
 */
export function codeLink(code: string, hasAccount: boolean): string {
  const halves = `${code.slice(0, 4)}-${code.slice(4)}`
  return hasAccount ? `/dashboard/settings?code=${halves}` : `/auth?code=${halves}`
}
