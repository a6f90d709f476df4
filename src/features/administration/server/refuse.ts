import { createRefuse } from '~/platform/rpc/refusal'
import type { administrationContract } from '../contract'

export const refuse = createRefuse<typeof administrationContract>()
