import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { administrationContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof administrationContract>()
