import { clientFor } from '~/platform/rpc/client'
import type { checkInContract } from '../contract'

export const checkInClient = clientFor<typeof checkInContract>('checkIn')
