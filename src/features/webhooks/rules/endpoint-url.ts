/** The maximum length of an endpoint's URL in characters. Longer ones are almost certainly mistakes. */
export const MAX_URL_LENGTH = 2000
/** The maximum number of endpoints per person. */
export const MAX_ENDPOINTS = 10

/** Matches host names that only exist on one machine or in a private network. Names without a dot are among them. */
const PRIVATE_NAME = /^[^.]*$|\.(?:localhost|local|internal)$/u
/** `new URL` writes all forms of an IPv4 address as four numbers, and IPv6 addresses in brackets. */
const IP_ADDRESS = /^\[|\.\d+$/u

/**
 * Returns an error message if messages can't be sent to this URL; undefined if they can. Doesn't resolve host names.
 * Each request resolves them and refuses private IP addresses. `isDevelopment` allows http and private addresses.
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
