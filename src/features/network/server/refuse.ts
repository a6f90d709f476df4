import { createRefuse } from '~/platform/rpc/refusal'
import type { networkContract } from '../contract'

export const refuse = createRefuse<typeof networkContract>()
