import { implementCalls } from '~/platform/rpc/implement'
import { ticketsContract } from '../contract'
import type { Context } from './context'

export const calls = implementCalls<Context>()(ticketsContract)
