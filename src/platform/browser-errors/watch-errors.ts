import { ORPCError } from '@orpc/client'
import { type ClientError, getErrorKind, isFromExtension, stripPersonalData } from '~/lib/client-errors'

/** Receives reports; see platform/http/client-errors.ts. */
const ADDRESS = '/api/client-errors'
const QUIET_MS = 60_000
/** Together far below the 16 kB that the server accepts. */
const MAX_LENGTHS = { stack: 3000, message: 500 }
const MAX_REPORTS = 5

// Lost connections in Chrome, Firefox and Safari, reads that another one replaced, and a warning without consequences.
const NOISE =
  /^(?:Failed to fetch(?: \([^)]*\))?|NetworkError when attempting to fetch resource\.?|Load failed(?: \([^)]*\))?|network error|The network connection was lost\.|CancelledError|Script error\.?|ResizeObserver loop .*)$/iu

type Thrown = Pick<ClientError, 'name' | 'message' | 'stack'>
export type ReportError = (source: ClientError['source'], error: unknown) => void

interface Page {
  /** Returns the pattern of the path of the current page; undefined before there is one. */
  findRoute: () => string | undefined
  release: string
}

/**
 * Sends uncaught errors and unhandled rejections of this page to the server, and returns a function that sends others.
 * Each kind is sent once a minute, and at most five for each loaded document. Neither throws, nor reports its own
 * failure.
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
      // An error of this function would be reported in turn.
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
  // The router throws objects of its own to leave a page, such as for a missing one.
  return (source, error) => report(source, () => (error instanceof Error ? describeThrown(error) : undefined))
}

function describeThrown(thrown: unknown): Thrown | undefined {
  // Errors of calls come from the server, which has logged its own.
  if (thrown instanceof ORPCError) return undefined
  if (thrown instanceof Error || thrown instanceof DOMException)
    return { name: thrown.name, message: thrown.message, stack: thrown.stack ?? '' }
  // The fields of an object may be a person's data.
  const message = typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown)
  return { name: 'NoError', message, stack: '' }
}

/** Cuts a text before the word that is too long, because half an email isn't recognized as one. */
function cutAtSpace(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/\S+$/u, '')
}

function isNoise({ name, message, stack }: Thrown): boolean {
  return name === 'AbortError' || NOISE.test(message) || isFromExtension(stack)
}
