import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { ticketsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof ticketsContract>()
