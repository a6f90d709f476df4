import { z } from 'zod'

/** Codes and sentences that several calls of the panel share. */
export const USER_GONE = { NOT_FOUND: { status: 404, message: 'This account is no longer there.' } }

/**
 * What was to be changed was changed by somebody else since the page read it. The sentence says who did what and when; `by` is
 * null when that account is gone.
 */
export const CHANGED = {
  CHANGED: {
    status: 409,
    message: 'Somebody changed this meanwhile. Look again.',
    data: z.object({ by: z.string().nullable(), /** ISO 8601. */ at: z.string().nullable() }),
  },
}

export const PASSWORD = {
  PASSWORD_MISSING: { status: 422, message: 'Enter your password.' },
  WRONG_PASSWORD: { status: 422, message: 'That is not your password.' },
  BUSY: { status: 503, message: 'Too many people are signing in right now. Try again in a moment.' },
}

export const LAST_ADMIN = {
  LAST_ADMIN: { status: 409, message: 'The last admin stays. Make somebody else an admin first.' },
}

export const ONESELF = { ONESELF: { status: 409, message: 'You cannot do this to your own account.' } }
