import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { settlementsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof settlementsContract>()
