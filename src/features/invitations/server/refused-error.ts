import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { invitationsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof invitationsContract>()
