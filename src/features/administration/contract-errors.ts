import { z } from 'zod'

/** Error codes and messages that several admin calls share. */
export const USER_DELETED = { NOT_FOUND: { status: 404, message: 'This account no longer exists.' } }

/**
 * Someone else changed the data that the admin is editing after the page loaded it. The message says who did what and
 * when; `by` is null if that person’s account was deleted.
 */
export const CHANGED = {
  CHANGED: {
    status: 409,
    message: 'This was changed in the meantime. Reload the page and try again.',
    data: z.object({ by: z.string().nullable(), at: z.string().nullable() }),
  },
}

export const PASSWORD = {
  PASSWORD_MISSING: { status: 422, message: 'Enter your password.' },
  WRONG_PASSWORD: { status: 422, message: 'That password is incorrect.' },
  BUSY: { status: 503, message: 'The server is busy right now. Try again in a moment.' },
}

export const LAST_ADMIN = {
  LAST_ADMIN: {
    status: 409,
    message: 'The site needs at least one admin. Make another user an admin first.',
  },
}

export const OWN_ACCOUNT = { OWN_ACCOUNT: { status: 409, message: 'You can’t do this to your own account.' } }
