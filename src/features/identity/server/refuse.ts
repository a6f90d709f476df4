import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { identityContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof identityContract>()
