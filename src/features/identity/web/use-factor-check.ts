import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { notify } from '~/design/toast'
import { errorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { PasskeyResponse } from './request-passkey'
import { getFactorErrorMessage } from './factor-error'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import type { FactorChallenge } from './use-factor-challenges'
import type { PendingFactor } from './sign-in-queries'

type Proof = { code: string } | { authentication: PasskeyResponse }

type FactorCheck = {
  factor: PendingFactor
  next: string | undefined
  trustBrowser: boolean
  challenge: FactorChallenge | undefined
  onChallenged: (challengeId: string) => void
  /** Called if the code or key was wrong, with the message for its field. */
  onWrong: (sentence: string) => void
}

/**
 * Completes two-step verification with a factor. `startChallenge` texts a phone. `check` answers the challenge, and
 * starts one first if there is none. Further tries use the same challenge.
 */
export function useFactorCheck(check: FactorCheck) {
  const { factor, next, trustBrowser, challenge: before, onChallenged, onWrong } = check
  const last = useRef(before?.challengeId)
  const enter = useAfterSignIn()
  const onTrouble = usePendingErrorHandler()

  async function startChallenge() {
    const challenge = await identity.factors.challenge.call({ factorId: factor.id })
    last.current = challenge.challengeId
    onChallenged(challenge.challengeId)
    return challenge
  }
  async function verify(proof: Proof) {
    const challengeId = last.current ?? (await startChallenge()).challengeId
    return identity.factors.verify.call({ factorId: factor.id, challengeId, ...proof, trustBrowser, next })
  }
  const { mutate, isPending: isChecking } = useMutation({
    // By this key, the live updates know that this tab itself is signing in.
    mutationKey: identity.factors.verify.mutationKey(),
    mutationFn: (proof: Proof) =>
      verify(proof).catch((error: unknown) => {
        // A code of an app is valid for another challenge as well, but a texted code only for its own.
        if (!hasErrorCode(error, 'CHALLENGE_EXPIRED') || factor.kind !== 'totp') throw error
        last.current = undefined
        return verify(proof)
      }),
    onMutate: () => notify.dismiss(),
    onSuccess: enter,
    onError: (error) => {
      const isWrong = ['WRONG_CODE', 'WRONG_KEY', 'CHALLENGE_EXPIRED', 'TOO_MANY_REQUESTS'].some((code) =>
        hasErrorCode(error, code),
      )
      if (isWrong) onWrong(getFactorErrorMessage(error, factor.kind))
      else onTrouble(error)
    },
  })
  return { startChallenge, check: mutate, isChecking, onTrouble }
}

/** Handles other errors. If the pending session has ended, leads back to the sign-in form. */
export function usePendingErrorHandler(): (error: unknown) => void {
  const router = useRouter()
  return (error) => {
    notify.error(errorMessage(error))
    if (hasErrorCode(error, 'UNAUTHORIZED')) void router.invalidate()
  }
}
