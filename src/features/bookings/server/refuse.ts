import { createRefuse } from '~/platform/rpc/refusal'
import type { bookingsContract } from '../contract'

export const refuse = createRefuse<typeof bookingsContract>()
