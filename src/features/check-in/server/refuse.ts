import { createRefuse } from '~/platform/rpc/refusal'
import type { checkInContract } from '../contract'

export const refuse = createRefuse<typeof checkInContract>()
