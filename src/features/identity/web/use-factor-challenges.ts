import { useState } from 'react'
import { inAMinute } from './use-resend-timer'

/** A factor's pending challenge. A texted code answers only the challenge it was sent for. */
export interface Asked {
  challengeId: string
  /** When another code may be requested, in milliseconds since 1970. */
  resendAt: number
}

/**
 * Keeps each factor's last challenge while the person looks at another method: a texted code stays valid, and no second
 * one can be sent yet.
 */
export function useFactorChallenges() {
  const [asked, setAsked] = useState<Readonly<Record<string, Asked>>>({})
  const keep = (factorId: string, challengeId: string) =>
    setAsked((before) => ({ ...before, [factorId]: { challengeId, resendAt: inAMinute() } }))
  /** Call it after a successful reauthentication, because each challenge is valid once. */
  const forget = () => setAsked({})
  return { asked, keep, forget }
}

export type FactorChallenges = ReturnType<typeof useFactorChallenges>
