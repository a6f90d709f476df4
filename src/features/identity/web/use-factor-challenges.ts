import { useState } from 'react'
import { getNextResendTime } from './use-resend-timer'

/** A factor's pending challenge. A texted code answers only the challenge it was sent for. */
export interface FactorChallenge {
  challengeId: string
  /** When another code may be requested, in milliseconds since 1970. */
  resendAt: number
}

/**
 * Stores each factor's last challenge while the person looks at another method. A texted code stays valid, and another
 * one can't be sent yet.
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
