import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { networkContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof networkContract>()
