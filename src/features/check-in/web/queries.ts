import { createFeatureClient } from '~/platform/rpc/client'
import type { checkInContract } from '../contract'

export const checkInClient = createFeatureClient<typeof checkInContract>('checkIn')
