import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { ordersContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof ordersContract>()
