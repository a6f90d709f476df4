import { isConnectionLoss, isDatabaseUnavailable } from '~/lib/database-unavailable'
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type { Logger }

export interface LogOptions {
  /** A level of pino, or `silent`. */
  level?: string
  /** Where lines are written; by default, to the standard output. Tests pass a stream. */
  destination?: DestinationStream
}

// Fields that are never logged. Logs are stored for a long time, and more people read them than the database.
const secrets = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  'headers.cookie',
  'headers.authorization',
  'headers["set-cookie"]',
  // PostgreSQL quotes the refused row here.
  'err.detail',
  'err.where',
]

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

const PROBLEM_LEVEL = 40
const QUIET_MS = 1_000
const MAX_KINDS = 1_000

/**
 * Logs each kind of lost connection once a second, with the number of omitted entries, because an outage makes
 * thousands of requests fail. Other errors are always logged.
 */
function createOutageFilter(now: () => number): LogMethod {
  const kinds = new Map<string, { since: number; held: number }>()
  return function pass(entry, log, level) {
    const about: unknown = entry[0]
    const error = typeof about === 'object' && about !== null && 'err' in about ? about.err : undefined
    const isOutage = level >= PROBLEM_LEVEL && (isDatabaseUnavailable(error) || isConnectionLoss(error))
    if (!isOutage && !(level >= PROBLEM_LEVEL && typeof about === 'string')) return log.apply(this, entry)
    const kind = `${entry[1] ?? String(about)} ${error instanceof Error ? error.message : ''}`
    const known = kinds.get(kind)
    if (known && now() - known.since < QUIET_MS) {
      known.held += 1
      return undefined
    }
    if (kinds.size >= MAX_KINDS) kinds.clear()
    kinds.set(kind, { since: now(), held: 0 })
    if (known && known.held > 0 && typeof about === 'object')
      Object.assign(about ?? {}, { repeated: known.held })
    return log.apply(this, entry)
  }
}

/** Creates the process's logger: one JSON line per entry, with secrets redacted at the top level and one level down. */
export function createLog({ level = 'info', destination }: LogOptions = {}): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: [...secrets, ...secrets.filter((name) => !name.includes('.')).map((name) => `*.${name}`)],
      censor: '[hidden]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: createOutageFilter(() => performance.now()) },
  }
  return destination ? pino(options, destination) : pino(options)
}
