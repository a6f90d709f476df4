import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { membersContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof membersContract>()
