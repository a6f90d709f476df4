import { useRef, useState } from 'react'
import { hasErrorCode } from '~/platform/rpc/errors'
import type { FactorKind } from '../rules/factor'
import { identity } from './queries'
import { getNextResendTime } from './use-resend-timer'

/** A factor's pending challenge. A texted code answers only the challenge it was sent for. */
export interface FactorChallenge {
  challengeId: string
  /** When another code may be requested, in milliseconds since 1970. */
  resendAt: number
}

/**
 * Stores each factor's last challenge while the person looks at another method, because its texted code stays valid
 * and another one can't be sent yet.
 */
export function useFactorChallenges() {
  const [challenges, setChallenges] = useState<Readonly<Record<string, FactorChallenge>>>({})
  const keep = (factorId: string, challengeId: string) =>
    setChallenges((before) => ({ ...before, [factorId]: { challengeId, resendAt: getNextResendTime() } }))
  /** Call it after a successful reauthentication, because each challenge is valid once. */
  const forget = () => setChallenges({})
  return { challenges, keep, forget }
}

export type FactorChallenges = ReturnType<typeof useFactorChallenges>

type ChallengedFactor = {
  factor: { id: string; kind: FactorKind }
  challenge?: FactorChallenge | undefined
  onChallenged?: (challengeId: string) => void
}

type Verification = Omit<Parameters<typeof identity.factors.verify.call>[0], 'factorId' | 'challengeId'>

/**
 * Returns the calls that verify a factor, to add it, to sign in or to reauthenticate. `startChallenge` texts a phone.
 * `verify` answers the last challenge, and starts one first if there is none. Further tries use the same challenge.
 */
export function useFactorVerification({ factor, challenge: before, onChallenged }: ChallengedFactor) {
  const last = useRef(before?.challengeId)

  async function startChallenge() {
    const challenge = await identity.factors.challenge.call({ factorId: factor.id })
    last.current = challenge.challengeId
    onChallenged?.(challenge.challengeId)
    return challenge
  }
  /** Returns the response of a security key; undefined if none responded. */
  async function requestKey() {
    const [{ requestPasskey }, { request }] = await Promise.all([
      import('./request-passkey'),
      startChallenge(),
    ])
    return request === null ? undefined : requestPasskey(request)
  }
  async function verifyOnce(verification: Verification) {
    const challengeId = last.current ?? (await startChallenge()).challengeId
    return identity.factors.verify.call({ factorId: factor.id, challengeId, ...verification })
  }
  async function verify(verification: Verification) {
    try {
      return await verifyOnce(verification)
    } catch (error) {
      // A code of an app is valid for another challenge as well, but a texted code only for its own.
      if (!hasErrorCode(error, 'CHALLENGE_EXPIRED') || factor.kind !== 'totp') throw error
      last.current = undefined
      return verifyOnce(verification)
    }
  }
  return { startChallenge, requestKey, verify }
}
