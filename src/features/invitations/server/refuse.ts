import { createRefuse } from '~/platform/rpc/refusal'
import type { invitationsContract } from '../contract'

export const refuse = createRefuse<typeof invitationsContract>()
