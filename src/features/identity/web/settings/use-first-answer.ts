import { useRef } from 'react'
import { hasCode } from '~/platform/rpc/errors'
import { identity } from '../queries'
import { useChange } from './use-change'

type FirstAnswer = {
  factorId: string
  /** A question that was put already, such as by a message. */
  challengeId?: string | undefined
  onAsked?: ((challengeId: string) => void) | undefined
  /** A message went out with its code: when the question is over, so is that code. */
  isTexted?: boolean
  onDone: (recoveryCodes: readonly string[] | null) => void
  onFailed: (error: unknown) => void
}

/** The first code of a factor, which adds it, or a later one that shows who sits there. One question serves five tries; when it is over the same code is tried with a new one. */
export function useFirstAnswer({
  factorId,
  challengeId: first,
  onAsked,
  isTexted = false,
  onDone,
  onFailed,
}: FirstAnswer) {
  const question = useRef(first)
  const ask = async () => {
    const { challengeId } = await identity.factors.challenge.call({ factorId })
    question.current = challengeId
    onAsked?.(challengeId)
    return challengeId
  }
  const answer = async (code: string) => {
    const verify = (challengeId: string) => identity.factors.verify.call({ factorId, challengeId, code })
    try {
      return await verify(question.current ?? (await ask()))
    } catch (error) {
      if (isTexted || !hasCode(error, 'QUESTION_OVER')) throw error
      return verify(await ask())
    }
  }
  return {
    /** Of a phone: sends it a code. */
    ask,
    ...useChange({
      call: answer,
      onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
      onFailed,
    }),
  }
}
