import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { identityContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof identityContract>()
