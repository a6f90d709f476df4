import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { invoicesContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof invoicesContract>()
