import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { eventsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof eventsContract>()
