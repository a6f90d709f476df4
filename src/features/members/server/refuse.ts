import { createRefuse } from '~/platform/rpc/refusal'
import type { membersContract } from '../contract'

export const refuse = createRefuse<typeof membersContract>()
