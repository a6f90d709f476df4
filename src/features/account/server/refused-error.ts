import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { accountContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof accountContract>()
