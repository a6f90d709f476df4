import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { payeesContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof payeesContract>()
