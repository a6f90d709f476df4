import { z } from 'zod'
import { BUSY, LINK_DEAD } from './rules/sentences'

// What several families of this contract refuse with.
export const busy = { BUSY: { status: 503, message: BUSY } }

export const suspended = {
  ACCOUNT_SUSPENDED: {
    status: 403,
    /** Says until when and why. */
    message: 'This account is suspended. Write to us if you think it should not be.',
    data: z.object({ /** ISO 8601. */ until: z.string(), reason: z.string().nullable() }).optional(),
  },
}

export const linkDead = { LINK_DEAD: { status: 410, message: LINK_DEAD } }
