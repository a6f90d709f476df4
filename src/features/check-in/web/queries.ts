import { clientFor } from '~/platform/rpc/client'
import type { checkInContract } from '../contract'

/** The calls of check-in, for routes and parts. */
export const checkInClient = clientFor<typeof checkInContract>('checkIn')
