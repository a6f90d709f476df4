import { createRefuse } from '~/platform/rpc/refusal'
import type { eventsContract } from '../contract'

export const refuse = createRefuse<typeof eventsContract>()
