import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { webhooksContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof webhooksContract>()
