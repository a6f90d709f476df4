import { useRef } from 'react'
import { hasErrorCode } from '~/platform/rpc/errors'
import { identity } from '../queries'
import { useChange } from './use-change'

type FactorCodeOptions = {
  factorId: string
  /** The first challenge, if one exists already, such as that of a text message. */
  challengeId?: string | undefined
  onChallenged?: ((challengeId: string) => void) | undefined
  /** Whether the factor is a phone. */
  isTexted?: boolean
  onDone: (recoveryCodes: readonly string[] | null) => void
  onFailed: (error: unknown) => void
}

/**
 * Checks a factor's code, to add the factor or to reauthenticate. If the challenge of an app has expired, the same code is
 * tried with a new one; the code of a text message expires with its challenge.
 */
export function useFactorCode({
  factorId,
  challengeId: first,
  onChallenged,
  isTexted = false,
  onDone,
  onFailed,
}: FactorCodeOptions) {
  const challenge = useRef(first)
  const startChallenge = async () => {
    const { challengeId } = await identity.factors.challenge.call({ factorId })
    challenge.current = challengeId
    onChallenged?.(challengeId)
    return challengeId
  }
  const verifyCode = async (code: string) => {
    const verify = (challengeId: string) => identity.factors.verify.call({ factorId, challengeId, code })
    try {
      return await verify(challenge.current ?? (await startChallenge()))
    } catch (error) {
      if (isTexted || !hasErrorCode(error, 'CHALLENGE_EXPIRED')) throw error
      return verify(await startChallenge())
    }
  }
  return {
    /** Phones only: sends a code. */
    startChallenge,
    ...useChange({
      call: verifyCode,
      onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
      onFailed,
    }),
  }
}
