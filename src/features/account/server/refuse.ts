import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { accountContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof accountContract>()
