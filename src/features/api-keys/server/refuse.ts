import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { apiKeysContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof apiKeysContract>()
