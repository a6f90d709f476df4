import { z } from 'zod'

const what = z.object({
  /** The person who did it, if known. */
  by: z.string().nullable(),
  at: z.string().nullable(),
})

export const CODE_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'There is no such code.' } }
export const REQUEST_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'There is no such request.' } }
export const PERSON_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'Nobody of that name is in the tree.' } }

/** The message says who did what and when: “Mara Voss used this code 2 minutes ago.” */
export const NOT_PENDING = {
  status: 409,
  message: 'This code is not open any more.',
  data: what.extend({ status: z.enum(['used', 'expired', 'revoked']) }),
}

/** The message says who did what and when: “Juno Okafor declined this request 2 minutes ago.” */
export const ANSWERED = {
  status: 409,
  message: 'This request was answered meanwhile.',
  data: what.extend({ status: z.enum(['approved', 'declined']) }),
}

export const ALREADY_MEMBER = {
  status: 409,
  message: 'Whoever has this address is a member already. There is nothing to let them into.',
}

export const PAUSED = {
  status: 409,
  message:
    'Your codes are paused. They let nobody in, and no new ones are made, until an admin resumes them.',
}
