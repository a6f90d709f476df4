/** Where a code is filled in already: to sign up with, or in the settings of whoever has an account. Without the site's address. */
export function codeLink(code: string, hasAccount: boolean): string {
  return hasAccount ? `/dashboard/settings?code=${code}` : `/auth?tab=sign-up&code=${code}`
}
