import { useState } from 'react'
import { inAMinute } from './use-again'

/** What a factor was asked. A texted code answers the question that it was sent for, and no other. */
export interface Asked {
  challengeId: string
  /** When another may be asked for, in milliseconds since 1970. */
  againAt: number
}

/** The last question to each factor, kept while another way is looked at: what lies on the phone is still good then, and no second can be had. */
export function useAsked() {
  const [asked, setAsked] = useState<Readonly<Record<string, Asked>>>({})
  const keep = (factorId: string, challengeId: string) =>
    setAsked((before) => ({ ...before, [factorId]: { challengeId, againAt: inAMinute() } }))
  /** Whoever has shown who they are is asked anew the next time: an answer counts once. */
  const forget = () => setAsked({})
  return { asked, keep, forget }
}

export type AskedFactors = ReturnType<typeof useAsked>
