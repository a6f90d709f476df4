export const CODE_INVALID = 'Invalid or expired invitation code'
export const CODE_EXPIRED = 'Invitation code has expired'

export type InvitationStatus = 'pending' | 'used' | 'expired' | 'revoked'

/** What people type or paste ('k7q2-xm0r', spaces from an email) as it is stored. */
export function normaliseCode(value: string): string {
  return value.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
}

export function isCode(value: string): boolean {
  return /^[A-Z0-9]{8}$/.test(value)
}

/**
 * A-03, word for word: what is not pending is invalid; what is pending but past its time has expired. A code without
 * an expiry never expires; the moment of expiry itself is already too late.
 */
export function judgeCode(
  invitation: { status: InvitationStatus; expiresAt: Date | null } | undefined,
  now: Date,
): 'usable' | 'invalid' | 'expired' {
  if (invitation === undefined || invitation.status !== 'pending') return 'invalid'
  return invitation.expiresAt !== null && invitation.expiresAt <= now ? 'expired' : 'usable'
}

/** What a code is at this moment: past its time it has expired, even where nobody has written that down yet. */
export function statusAt(
  invitation: { status: InvitationStatus; expiresAt: Date | null },
  now: Date,
): InvitationStatus {
  return judgeCode(invitation, now) === 'expired' ? 'expired' : invitation.status
}
