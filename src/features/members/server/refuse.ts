import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { membersContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof membersContract>()
