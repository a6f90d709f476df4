import { implementCalls } from '~/platform/rpc/implement'
import { identityContract } from '../contract'
import type { IdentityContext } from './context'

/** What the families of calls are made with; their routers meet in calls.ts. */
export const calls = implementCalls<IdentityContext>()(identityContract)
