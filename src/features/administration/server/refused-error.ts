import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { administrationContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof administrationContract>()
