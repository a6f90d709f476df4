import { implementCalls } from '~/platform/rpc/implement'
import { invitationsContract } from '../contract'
import type { InvitationsContext } from './context'

export const calls = implementCalls<InvitationsContext>()(invitationsContract)
