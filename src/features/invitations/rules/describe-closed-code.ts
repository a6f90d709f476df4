import { formatLongAge } from '~/lib/age'

/** The outcome of a code or request that is no longer open. */
export interface Closed<Status extends string = 'used' | 'expired' | 'revoked'> {
  status: Status
  /**
   * The person who used or revoked the code, or answered the request; null if there is none, or their account was
   * deleted.
   */
  by: string | null
  at: Date | null
}

/** Returns a sentence such as “Juno Okafor revoked this code 2 minutes ago.” */
export function formatClosedCode({ status, by, at }: Closed, now: Date): string {
  if (status === 'expired') return `This code expired${formatAge(at, now)}.`
  return `${by ?? 'A former member'} ${status} this code${formatAge(at, now)}.`
}

/** Returns a sentence such as “Juno Okafor declined this request 2 minutes ago.” */
export function formatAnsweredRequest(
  { status, by, at }: Closed<'approved' | 'declined'>,
  now: Date,
): string {
  return `${by ?? 'Another admin'} ${status} this request${formatAge(at, now)}.`
}

function formatAge(at: Date | null, now: Date): string {
  return at === null ? '' : ` ${formatLongAge(at.toISOString(), now.getTime())} ago`
}
