import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { webhooksContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof webhooksContract>()
