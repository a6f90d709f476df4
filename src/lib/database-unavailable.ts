/** How long a client should wait before its next try. */
export const RETRY_AFTER_SECONDS = 2

/** The database is away, restarting, or did not answer in time. The same request may succeed a moment later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(`The database does not answer: ${messageOf(cause)}`, { cause })
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SQL_STATES = new Set([
  '25P03', // a transaction was idle for too long
  '25P04', // a transaction took too long
  '25006', // the server is a standby since a failover
  '53300', // too many connections
  '55P03', // a lock was not available in time
  '57014', // a statement took too long
  '57P01', // the server shuts down, or an administrator ended the connection
  '57P02', // another backend crashed
  '57P03', // the server starts or stops
])
const SYSTEM_ERRORS = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the socket of the built-in PostgreSQL
  'ENOTCONN',
  'EPIPE',
  'ETIMEDOUT',
])
// Errors of pg and its pool that carry no code.
const MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable)/u

/**
 * Whether an error of the PostgreSQL driver says that the database is away or too slow, and not that the statement is wrong.
 * Only for errors that come from the driver: a mail server, too, refuses connections.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some((one) => isConnectionLoss(one))
  if (!(error instanceof Error)) return false
  if (MESSAGES.test(error.message)) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return SQL_STATES.has(code) || SYSTEM_ERRORS.has(code) || /^08[0-9A-Z]{3}$/u.test(code)
}

/** Whether this was thrown because the database is unavailable, however often it was wrapped since. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  return error instanceof Error && error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

function messageOf(cause: unknown): string {
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  return first instanceof Error ? first.message : String(first)
}
