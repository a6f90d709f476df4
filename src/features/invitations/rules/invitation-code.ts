export const CODE_INVALID = 'Invalid or expired invitation code'
export const CODE_EXPIRED = 'Invitation code has expired'

export type InvitationStatus = 'pending' | 'used' | 'expired' | 'revoked'

/** Converts typed or pasted codes (“k7q2-xm0r”, spaces from an email) to the stored form. */
export function normalizeCode(value: string): string {
  return value.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
}

export function isCode(value: string): boolean {
  return /^[A-Z0-9]{8}$/.test(value)
}

/**
 * a code that is not pending is invalid; a pending one past its expiry has expired. A code without an expiry
 * never expires; at the exact moment of expiry it has expired.
 */
export function getCodeUsability(
  invitation: { status: InvitationStatus; expiresAt: Date | null } | undefined,
  now: Date,
): 'usable' | 'invalid' | 'expired' {
  if (invitation === undefined || invitation.status !== 'pending') return 'invalid'
  return invitation.expiresAt !== null && invitation.expiresAt <= now ? 'expired' : 'usable'
}

/** Returns the current status: a code past its expiry is expired, even before the job has recorded it. */
export function getCodeStatus(
  invitation: { status: InvitationStatus; expiresAt: Date | null },
  now: Date,
): InvitationStatus {
  return getCodeUsability(invitation, now) === 'expired' ? 'expired' : invitation.status
}
