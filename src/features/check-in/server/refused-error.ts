import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { checkInContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof checkInContract>()
