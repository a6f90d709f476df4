import { createRefuse } from '~/platform/rpc/refusal'
import type { ticketsContract } from '../contract'

export const refuse = createRefuse<typeof ticketsContract>()
