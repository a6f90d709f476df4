import { errorMessage, hasCode } from './errors'

const WRONG = ['WRONG_PASSWORD', 'WRONG_CODE', 'CODE_WRONG']
const LATER = ['PASSWORD_MISSING', 'TOO_MANY_REQUESTS', 'BUSY']

/** Whether a call failed at what shows who somebody is, and what is to be said at that field; undefined: for any other reason. */
export function proofFault(error: unknown): { isWrong: boolean; words: string } | undefined {
  const isWrong = WRONG.some((code) => hasCode(error, code))
  if (!isWrong && !LATER.some((code) => hasCode(error, code))) return undefined
  return { isWrong, words: errorMessage(error) }
}
