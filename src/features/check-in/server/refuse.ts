import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { checkInContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof checkInContract>()
