import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { apiKeysContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof apiKeysContract>()
