import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type { Logger }

export interface LogOptions {
  /** One of pino's levels, or `silent`. */
  level?: string
  /** Where lines go; standard output when absent. Tests pass a stream and read it. */
  destination?: DestinationStream
}

// A log line outlives the request and is read by more people than the database: what signs somebody in never gets there.
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
  // PostgreSQL quotes the whole row that it refuses.
  'err.detail',
  'err.where',
]

/** The one logger of the process: a JSON line per entry, with secrets replaced at the top level and one level down. */
export function createLog({ level = 'info', destination }: LogOptions = {}): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: [...secrets, ...secrets.filter((name) => !name.includes('.')).map((name) => `*.${name}`)],
      censor: '[hidden]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}
