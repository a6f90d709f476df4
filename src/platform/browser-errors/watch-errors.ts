import { ORPCError } from '@orpc/client'
import { type ClientError, getErrorKind, isFromExtension, stripPersonalData } from '~/lib/client-errors'

/** The path that error reports are sent to; see platform/http/client-errors.ts. */
const ADDRESS = '/api/client-errors'
const QUIET_MS = 60_000
/** The maximum length of each text, in characters. Together they are far below the 16 kB that the server accepts. */
const MAX_LENGTHS = { stack: 3000, message: 500 }
const MAX_REPORTS = 5

// Not reported: lost connections in Chrome, Firefox and Safari, reads replaced by newer reads, and a harmless
// warning.
const NOISE =
  /^(?:Failed to fetch(?: \([^)]*\))?|NetworkError when attempting to fetch resource\.?|Load failed(?: \([^)]*\))?|network error|The network connection was lost\.|CancelledError|Script error\.?|ResizeObserver loop .*)$/iu

type Thrown = Pick<ClientError, 'name' | 'message' | 'stack'>
export type ReportError = (source: ClientError['source'], error: unknown) => void

interface Page {
  /** Returns the route pattern of the current page; undefined before a route has matched. */
  findRoute: () => string | undefined
  release: string
}

/**
 * Sends uncaught errors and unhandled rejections of this page to the server, and returns a function that reports
 * other errors. Each kind of error is sent once a minute, and at most five errors per loaded document. Neither
 * function throws or reports its own failure.
 */
export function watchErrors(page: Page): ReportError {
  const sentAt = new Map<string, number>()
  let count = 0

  const send = (source: ClientError['source'], thrown: Thrown) => {
    if (count >= MAX_REPORTS || !navigator.onLine || isNoise(thrown)) return
    const stack = stripPersonalData(cutAtSpace(thrown.stack, MAX_LENGTHS.stack))
    const message = stripPersonalData(cutAtSpace(thrown.message, MAX_LENGTHS.message))
    const kind = getErrorKind({ name: thrown.name, message, stack })
    const now = performance.now()
    const before = sentAt.get(kind)
    if (before !== undefined && now - before < QUIET_MS) return
    sentAt.set(kind, now)
    count += 1
    const route = page.findRoute() ?? ''
    const error: ClientError = { source, name: thrown.name, message, stack, route, release: page.release }
    navigator.sendBeacon(ADDRESS, JSON.stringify(error))
  }
  const report = (source: ClientError['source'], describe: () => Thrown | undefined) => {
    try {
      const thrown = describe()
      if (thrown) send(source, thrown)
    } catch {
      // A failure to report is ignored, because an error thrown here would itself be reported.
    }
  }

  addEventListener('error', ({ error, message, filename, lineno, colno }) =>
    report('uncaught', () =>
      error === null || error === undefined
        ? { name: 'Error', message, stack: `${filename}:${lineno}:${colno}` }
        : describeThrown(error),
    ),
  )
  addEventListener('unhandledrejection', ({ reason }) => report('rejection', () => describeThrown(reason)))
  // Reports only errors: the router also throws objects of its own, such as when a page doesn't exist.
  return (source, error) => report(source, () => (error instanceof Error ? describeThrown(error) : undefined))
}

function describeThrown(thrown: unknown): Thrown | undefined {
  // Errors of API calls come from the server, which has already logged them.
  if (thrown instanceof ORPCError) return undefined
  if (thrown instanceof Error || thrown instanceof DOMException)
    return { name: thrown.name, message: thrown.message, stack: thrown.stack ?? '' }
  // Of a thrown object, only the type is reported, because its fields may contain personal data.
  const message = typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown)
  return { name: 'NoError', message, stack: '' }
}

/** Cuts a long text at a space, because half an email address isn't recognized as personal data. */
function cutAtSpace(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/\S+$/u, '')
}

function isNoise({ name, message, stack }: Thrown): boolean {
  return name === 'AbortError' || NOISE.test(message) || isFromExtension(stack)
}
