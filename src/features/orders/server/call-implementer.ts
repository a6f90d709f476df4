import { implementCalls } from '~/platform/rpc/implement'
import { ordersContract } from '../contract'
import type { Context } from './context'

export const calls = implementCalls<Context>()(ordersContract)
