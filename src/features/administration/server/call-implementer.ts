import { implementCalls } from '~/platform/rpc/implement'
import { administrationContract } from '../contract'
import type { Context } from './context'

export const calls = implementCalls<Context>()(administrationContract)
