import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { ordersContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof ordersContract>()
