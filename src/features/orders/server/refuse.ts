import { createRefuse } from '~/platform/rpc/refusal'
import type { ordersContract } from '../contract'

export const refuse = createRefuse<typeof ordersContract>()
