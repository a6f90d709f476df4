import { z } from 'zod'

const outcome = z.object({
  /** The person who used or revoked the code, or answered the invite request; null if unknown. */
  by: z.string().nullable(),
  at: z.string().nullable(),
})

export const CODE_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'This code doesn’t exist.' } }
export const REQUEST_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'This request doesn’t exist.' } }
export const PERSON_NOT_FOUND = {
  NOT_FOUND: { status: 404, message: 'This person isn’t in the invite tree.' },
}

/** The message says who did what and when: “Mara Voss used this code 2 minutes ago.” */
export const NOT_PENDING = {
  status: 409,
  message: 'This code can no longer be used.',
  data: outcome.extend({ status: z.enum(['used', 'expired', 'revoked']) }),
}

/** The message says who did what and when: “Juno Okafor declined this request 2 minutes ago.” */
export const ANSWERED = {
  status: 409,
  message: 'This request has already been answered.',
  data: outcome.extend({ status: z.enum(['approved', 'declined']) }),
}

export const ALREADY_MEMBER = {
  status: 409,
  message: 'This address belongs to a member, so it needs no invitation.',
}

export const PAUSED = {
  status: 409,
  message:
    'An admin paused your codes. They can’t be used, and you can’t create new ones, until an admin resumes them.',
}
