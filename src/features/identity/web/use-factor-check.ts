import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import type { PasskeyAnswer } from './ask-passkey'
import { factorFault } from './factor-fault'
import { identity } from './queries'
import { useEnter } from './use-enter'
import type { Asked } from './use-asked'
import type { PendingFactor } from './way-queries'

type Proof = { code: string } | { authentication: PasskeyAnswer }

type FactorCheck = {
  factor: PendingFactor
  next: string | undefined
  trustBrowser: boolean
  /** The last question, where one was asked before. */
  asked: Asked | undefined
  onAsked: (challengeId: string) => void
  /** What was shown is not right; the sentence belongs to its field. */
  onWrong: (sentence: string) => void
}

/**
 * Shows a second factor: `ask` has the service ask for it, which texts a phone; `check` answers, and asks before where nobody did.
 * The question is kept for further tries.
 */
export function useFactorCheck(check: FactorCheck) {
  const { factor, next, trustBrowser, asked: before, onAsked, onWrong } = check
  const question = useRef(before?.challengeId)
  const enter = useEnter()
  const onTrouble = usePendingTrouble()

  async function ask() {
    const asked = await identity.factors.challenge.call({ factorId: factor.id })
    question.current = asked.challengeId
    onAsked(asked.challengeId)
    return asked
  }
  async function answer(proof: Proof) {
    const challengeId = question.current ?? (await ask()).challengeId
    return identity.factors.verify.call({ factorId: factor.id, challengeId, ...proof, trustBrowser, next })
  }
  const { mutate, isPending: isChecking } = useMutation({
    // By its name a page knows that this tab signs in itself.
    mutationKey: identity.factors.verify.mutationKey(),
    mutationFn: (proof: Proof) =>
      answer(proof).catch((error: unknown) => {
        // An app's code answers the next question as well; a text message only the one that it was sent for.
        if (!hasCode(error, 'QUESTION_OVER') || factor.kind !== 'totp') throw error
        question.current = undefined
        return answer(proof)
      }),
    onMutate: () => notify.dismiss(),
    onSuccess: enter,
    onError: (error) => {
      const isWrong = ['WRONG_CODE', 'WRONG_KEY', 'QUESTION_OVER', 'TOO_MANY_REQUESTS'].some((code) =>
        hasCode(error, code),
      )
      if (isWrong) onWrong(factorFault(error, factor.kind))
      else onTrouble(error)
    },
  })
  return { ask, check: mutate, isChecking, onTrouble }
}

/** For whatever else goes wrong: when the session on its way is over, the page leads back to where one begins. */
export function usePendingTrouble(): (error: unknown) => void {
  const router = useRouter()
  return (error) => {
    notify.error(errorMessage(error))
    if (hasCode(error, 'UNAUTHORIZED')) void router.invalidate()
  }
}
