/** The maximum length of an address; longer ones are almost certainly mistakes. */
export const MAX_URL_LENGTH = 2000
/** The maximum number of endpoints per person. */
export const MAX_ENDPOINTS = 10

/**
 * Returns an error message if no message can be sent to this address; undefined if it is fine. Doesn't resolve host
 * names: each request does so, and then refuses private addresses. `allowsHttp` is true in development.
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
