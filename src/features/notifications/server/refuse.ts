import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { notificationsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof notificationsContract>()
