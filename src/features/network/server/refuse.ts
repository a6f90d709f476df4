import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { networkContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof networkContract>()
