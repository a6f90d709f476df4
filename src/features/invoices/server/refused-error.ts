import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { invoicesContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof invoicesContract>()
