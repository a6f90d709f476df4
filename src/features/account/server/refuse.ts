import { createRefuse } from '~/platform/rpc/refusal'
import type { accountContract } from '../contract'

export const refuse = createRefuse<typeof accountContract>()
