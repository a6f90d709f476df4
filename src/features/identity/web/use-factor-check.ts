import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { PasskeyResponse } from './request-passkey'
import { getFactorErrorMessage } from './factor-messages'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import { type FactorChallenge, useFactorVerification } from './use-factor-challenges'
import type { PendingFactor } from './sign-in-queries'

type Proof = { code: string } | { authentication: PasskeyResponse }

/** The factor with which the person completes a pending sign-in, and the state of the page for it. */
export type ChosenFactor = {
  factor: PendingFactor
  next: string | undefined
  trustBrowser: boolean
  challenge: FactorChallenge | undefined
  onChallenged: (challengeId: string) => void
}

type FactorCheck = ChosenFactor & {
  /** Called if the code or key was wrong, with the message for its field. */
  onWrong: (sentence: string) => void
}

/** Completes two-step verification with a factor; `check` sends its code or key. See `useFactorVerification`. */
export function useFactorCheck({ factor, next, trustBrowser, onWrong, ...challenged }: FactorCheck) {
  const { startChallenge, requestKey, verify } = useFactorVerification({ factor, ...challenged })
  const enter = useAfterSignIn()
  const onTrouble = usePendingErrorHandler()
  const { mutate, isPending: isChecking } = useMutation({
    // By this key, the live updates see that this tab itself is signing in.
    mutationKey: identity.factors.verify.mutationKey(),
    mutationFn: (proof: Proof) => verify({ ...proof, trustBrowser, next }),
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
  return { startChallenge, requestKey, check: mutate, isChecking, onTrouble }
}

/** Handles other errors. If the pending session has ended, leads back to the sign-in form. */
export function usePendingErrorHandler(): (error: unknown) => void {
  const router = useRouter()
  return (error) => {
    notify.error(getErrorMessage(error))
    if (hasErrorCode(error, 'UNAUTHORIZED')) void router.invalidate()
  }
}
