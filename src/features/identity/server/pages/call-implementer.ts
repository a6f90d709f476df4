import { implementCalls } from '~/platform/rpc/implement'
import { identityContract } from '../../contract'
import type { IdentityContext } from '../context'

export const calls = implementCalls<IdentityContext>()(identityContract)
