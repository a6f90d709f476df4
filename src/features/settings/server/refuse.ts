import { createRefuse } from '~/platform/rpc/refusal'
import type { settingsContract } from '../contract'

export const refuse = createRefuse<typeof settingsContract>()
