import { ORPCError } from '@orpc/client'

/** Shown when there was no response. */
export const offlineSentence = 'We couldn’t reach the server. Check your connection and try again.'
const unknown = 'Something went wrong. Try again.'

/** Returns the message to show for any error of a call. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ORPCError) return isStatusText(error.message) ? unknown : error.message
  if (hasNoResponse(error)) return offlineSentence
  return unknown
}

/** True if the server didn't respond, in which case fetch rejects with a TypeError. */
export function hasNoResponse(error: unknown): boolean {
  return error instanceof TypeError
}

/** Whether a message is only the status text of a proxy, or of an interrupted response. */
function isStatusText(message: string): boolean {
  return /^$|^(?:internal server error|bad gateway|service unavailable|gateway timeout)$/iu.test(message)
}

/** Returns the messages of a validation or named error, by dotted path of the field; empty for other errors. */
export function getFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError)) return {}
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields))
    return {}
  const fields: Array<{ path: string; message: string }> = data.fields
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]))
}

/** True if a call threw the error with this code, such as `SOLD_OUT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof ORPCError && error.code === code
}
