export const RETRY_AFTER_SECONDS = 2

/** The database is down, restarting, or didn't respond in time. Retrying the same request may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(`The database does not answer: ${getErrorMessage(cause)}`, { cause })
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SQL_STATES = new Set([
  '25P03', // transaction idle for too long
  '25P04',
  '25006', // the server has become a standby after a failover
  '53300',
  '55P03', // lock not available in time
  '57014',
  '57P01', // server shutting down, or connection ended by an administrator
  '57P02', // another backend crashed
  '57P03', // server starting or stopping
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
// Messages of pg and its pool for errors without a code.
const MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable)/u

/**
 * Whether an error of the PostgreSQL driver means that the database is down or too slow, rather than that the statement
 * is wrong. Only for driver errors: mail servers refuse connections too.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some((inner) => isConnectionLoss(inner))
  if (!(error instanceof Error)) return false
  if (MESSAGES.test(error.message)) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return SQL_STATES.has(code) || SYSTEM_ERRORS.has(code) || /^08[0-9A-Z]{3}$/u.test(code)
}

/** Whether the root cause of an error is an unavailable database, even if it was wrapped. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  return error instanceof Error && error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

function getErrorMessage(cause: unknown): string {
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  return first instanceof Error ? first.message : String(first)
}
