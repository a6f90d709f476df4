import { implementCalls } from '~/platform/rpc/implement'
import { identityContract } from '../../contract'
import type { IdentityContext } from '../context'

/** Binds the calls of this folder; calls.ts assembles them. */
export const calls = implementCalls<IdentityContext>()(identityContract)
