/** The maximum length of an address; longer ones are almost certainly mistakes. */
export const MAX_URL_LENGTH = 2000
/** The maximum number of endpoints per person. */
export const MAX_ENDPOINTS = 10

/** Names that only a machine or a private network knows. A name without a dot is one, too. */
const PRIVATE_NAME = /^[^.]*$|\.(?:localhost|local|internal)$/u
/** `new URL` writes all forms of an IPv4 address as four numbers, and IPv6 addresses in brackets. */
const IP_ADDRESS = /^\[|\.\d+$/u

/**
 * Returns an error message if no message can be sent to this address; undefined if it is fine. Doesn't resolve host
 * names: each request does so, and then refuses private addresses. `isDevelopment` allows http and private addresses.
 */
export function findUrlProblem(text: string, isDevelopment: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Enter a whole address, such as https://hooks.example.com/b2b.'
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (protocol !== 'https:' && !(isDevelopment && protocol === 'http:'))
    return 'The address must start with https://.'
  if (username !== '' || password !== '')
    return 'Leave out the user name and password. Verify the signature instead.'
  if (hash !== '') return 'Leave out the part after #. It is never sent.'
  const name = hostname.replace(/\.$/u, '')
  return !isDevelopment && (IP_ADDRESS.test(name) || PRIVATE_NAME.test(name))
    ? 'Use a public host name, such as hooks.example.com.'
    : undefined
}
