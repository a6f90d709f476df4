import { createRefuse } from '~/platform/rpc/refusal'
import type { identityContract } from '../contract'

export const refuse = createRefuse<typeof identityContract>()
