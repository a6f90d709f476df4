import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { bookingsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof bookingsContract>()
