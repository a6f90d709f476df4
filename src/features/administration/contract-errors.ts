import { z } from 'zod'

/** Error codes and messages shared by several admin calls. */
export const USER_GONE = { NOT_FOUND: { status: 404, message: 'This account is no longer there.' } }

/**
 * Another user changed the record since the page loaded it. The message says who did what and when; `by` is null if
 * that account was deleted.
 */
export const CHANGED = {
  CHANGED: {
    status: 409,
    message: 'Somebody changed this meanwhile. Look again.',
    data: z.object({ by: z.string().nullable(), at: z.string().nullable() }),
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
