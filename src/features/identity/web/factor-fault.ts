import { errorMessage, hasCode } from '~/platform/rpc/errors'
import type { FactorKind } from '../rules/factor'
import { TEXT_QUESTION_OVER, WRONG_TEXT_CODE } from '../rules/factor-sentences'

/** What to say of an answer that was refused: a text message is no authenticator, and only another message helps when it is used up. */
export function factorFault(error: unknown, kind: FactorKind): string {
  if (kind === 'phone' && hasCode(error, 'WRONG_CODE')) return WRONG_TEXT_CODE
  if (kind === 'phone' && hasCode(error, 'QUESTION_OVER')) return TEXT_QUESTION_OVER
  return errorMessage(error)
}
