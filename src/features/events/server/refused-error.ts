import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { eventsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof eventsContract>()
