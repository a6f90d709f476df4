import { ORPCError } from '@orpc/client'

/** No answer came at all. */
export const offlineSentence = 'We could not reach the server. Check your connection and try again.'
const unknown = 'Something went wrong. Try again.'

/** The sentence to show for anything a call threw. */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) return isStatusText(error.message) ? unknown : error.message
  if (isNoAnswer(error)) return offlineSentence
  return unknown
}

/** True when the server did not answer: fetch rejects with a TypeError. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError
}

/** Not our words: an answer of a proxy, or one that broke off, is named by its status. */
function isStatusText(message: string): boolean {
  return /^$|^(?:internal server error|bad gateway|service unavailable|gateway timeout)$/iu.test(message)
}

/** What was said about each field, by its dotted path, by validation or by a named error; empty for other kinds. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError)) return {}
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields))
    return {}
  const fields: Array<{ path: string; message: string }> = data.fields
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]))
}

/** True when a call threw the error of this code, such as `SOLD_OUT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ORPCError && error.code === code
}
