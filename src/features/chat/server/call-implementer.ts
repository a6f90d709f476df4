import { implementCalls } from '~/platform/rpc/implement'
import { chatContract } from '../contract'
import type { Context } from './context'

/** Binds the contract: each group of calls is implemented in a file next to its use cases. */
export const calls = implementCalls<Context>()(chatContract)
