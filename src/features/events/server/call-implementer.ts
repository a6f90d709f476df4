import { implementCalls } from '~/platform/rpc/implement'
import { eventsContract } from '../contract'
import type { Context } from './context'

/** Binds the contract; each group of calls is in a file beside its use cases. */
export const calls = implementCalls<Context>()(eventsContract)
