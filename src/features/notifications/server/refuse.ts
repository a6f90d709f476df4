import { createRefuse } from '~/platform/rpc/refusal'
import type { notificationsContract } from '../contract'

export const refuse = createRefuse<typeof notificationsContract>()
