/** The kinds of errors that a browser reports. */
export const ERROR_SOURCES = ['uncaught', 'rejection', 'render'] as const

export interface ClientError {
  /** `render`: React's error boundary caught it. */
  source: (typeof ERROR_SOURCES)[number]
  name: string
  message: string
  stack: string
  /** The pattern of the page's path, such as `/events/$id`. */
  route: string
  /** Identifies the build that the page runs. */
  release: string
}

/** Whether a text, such as an address or a stack, belongs to an extension of the browser. */
export function isFromExtension(text: string): boolean {
  return /\b(?:chrome|moz|safari|safari-web|ms-browser)-extension\b/u.test(text)
}

const SCRIPT = /^(https?:\/\/[^/]+)?\/.*\.(?:[cm]?jsx?|tsx?)$/u

/**
 * Removes what may identify a person from an error's text: emails, phone numbers, ids, tokens, quoted text, query
 * strings, and the paths of addresses except those of scripts. Positions in scripts stay.
 */
export function stripPersonalData(text: string): string {
  return (
    text
      .replaceAll(/\b(?:blob|data):[^\s)]+/gu, '[data]')
      .replaceAll(/(?:\bhttps?:\/)?\/[^\s()"'<>]+/gu, stripAddress)
      .replaceAll(
        /[^\s@"'<>()[\]:;,]{1,64}@[^\s@"'<>()[\]:;,/]{1,255}\.[^\s@"'<>()[\]:;,/]{2,63}/gu,
        '[email]',
      )
      .replaceAll(/"([^"]*)"/gu, (quoted, inside: string) =>
        /^[\w$.-]{1,40}$/u.test(inside) ? quoted : '"…"',
      )
      .replaceAll(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/giu, '[id]')
      // The pattern matches script names too, because they can look like tokens; `isToken` then keeps them. A
      // lookahead that excludes them would take cubic time, and anyone can send a text.
      .replaceAll(/[\w-]{20,}(?:\.[cm]?[jt]sx?\b)?/gu, (run) => (isToken(run) ? '[token]' : run))
      // Numbers after a colon stay, because they are positions in scripts.
      .replaceAll(/(?<![\w:+.])\+?\d(?:[ ()-]{0,2}\d){5,}/gu, '[number]')
  )
}

function isToken(run: string): boolean {
  if (run.includes('.')) return false
  return /\d/u.test(run) || (run.length >= 40 && !run.includes('-'))
}

function stripAddress(address: string): string {
  const [, path = address, position = ''] = /^(.*?)((?::\d+){0,2})$/u.exec(address) ?? []
  const bare = path.replace(/[?#].*$/u, '')
  if (SCRIPT.test(bare) || !/^https?:/u.test(bare)) return bare + position
  const { origin } = URL.canParse(bare) ? new URL(bare) : { origin: '' }
  return `${origin}/…${position}`
}

/** Returns a text that is equal for errors of the same kind: the name, and the place where the error was thrown. */
export function getErrorKind({
  name,
  message,
  stack,
}: Pick<ClientError, 'name' | 'message' | 'stack'>): string {
  // Chrome starts a stack with the message.
  const frame = stack.split('\n').find((line) => /:\d+:\d+\)?$/u.test(line.trim()))
  return `${name} ${frame?.trim() ?? message}`
}
