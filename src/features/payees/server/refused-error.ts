import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { payeesContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof payeesContract>()
