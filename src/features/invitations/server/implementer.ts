import { implementCalls } from '~/platform/rpc/implement'
import { invitationsContract } from '../contract'
import type { InvitationsContext } from './context'

/** Binds the contract: each family of calls has its file beside its use cases. */
export const calls = implementCalls<InvitationsContext>()(invitationsContract)
