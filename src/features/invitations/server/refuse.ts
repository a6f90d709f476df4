import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { invitationsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof invitationsContract>()
