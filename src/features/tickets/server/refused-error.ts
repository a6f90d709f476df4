import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { ticketsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof ticketsContract>()
