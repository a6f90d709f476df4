import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { bookingsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof bookingsContract>()
