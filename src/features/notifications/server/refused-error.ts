import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { notificationsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof notificationsContract>()
