import { longAge } from '~/lib/age'

/** The outcome of a code or request that is no longer open. */
export interface Closed<Status extends string = 'used' | 'expired' | 'revoked'> {
  status: Status
  /** The person who did it; null if there is none, or their account was deleted. */
  by: string | null
  at: Date | null
}

/** Returns a sentence such as “Juno Okafor revoked this code 2 minutes ago.” */
export function closedCodeSentence({ status, by, at }: Closed, now: Date): string {
  if (status === 'expired') return `This code expired${when(at, now)}.`
  return `${by ?? 'A former member'} ${status} this code${when(at, now)}.`
}

/** Returns a sentence such as “Juno Okafor declined this request 2 minutes ago.” */
export function answeredSentence({ status, by, at }: Closed<'approved' | 'declined'>, now: Date): string {
  return `${by ?? 'Another admin'} ${status} this request${when(at, now)}.`
}

function when(at: Date | null, now: Date): string {
  return at === null ? '' : ` ${longAge(at.toISOString(), now.getTime())} ago`
}
