import { implementCalls } from '~/platform/rpc/implement'
import { ticketsContract } from '../contract'
import type { Context } from './context'

/** Binds the contract: each family of calls has its file beside its use cases. */
export const calls = implementCalls<Context>()(ticketsContract)
