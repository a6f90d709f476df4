/** Longer addresses are mistakes. */
export const MAX_URL_LENGTH = 2000
/** Per person. */
export const MAX_ENDPOINTS = 10

/**
 * Returns the sentence for an address that no message can be sent to; undefined if it can. Host names are resolved, and
 * private addresses refused, only with each request. `allowsHttp`: in development.
 */
export function findUrlProblem(text: string, allowsHttp: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSecure = url?.protocol === 'https:'
  if (url === undefined || !(isSecure || (allowsHttp && url.protocol === 'http:')))
    return 'Enter an address that starts with https://.'
  if (url.username !== '' || url.password !== '')
    return 'Leave out the user name and password. Verify the signature instead.'
  return url.hash === '' ? undefined : 'Leave out the part after #. It is never sent.'
}
