import { longAge } from '~/lib/age'

/** What became of a code that was open a moment ago, or of a request that waited. */
export interface Closed<Status extends string = 'used' | 'expired' | 'revoked'> {
  status: Status
  /** Whose doing it was; null where that is nobody's, or the account is gone. */
  by: string | null
  /** Null where nobody wrote it down. */
  at: Date | null
}

/** "Juno Okafor revoked this code 2 minutes ago." */
export function closedCodeSentence({ status, by, at }: Closed, now: Date): string {
  if (status === 'expired') return `This code expired${when(at, now)}.`
  return `${by ?? 'Somebody'} ${status} this code${when(at, now)}.`
}

/** "Juno Okafor declined this request 2 minutes ago." */
export function answeredSentence({ status, by, at }: Closed<'approved' | 'declined'>, now: Date): string {
  return `${by ?? 'Another admin'} ${status} this request${when(at, now)}.`
}

function when(at: Date | null, now: Date): string {
  return at === null ? '' : ` ${longAge(at.toISOString(), now.getTime())} ago`
}
