import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { settlementsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof settlementsContract>()
