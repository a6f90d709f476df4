import { createRefusedErrorFactory } from '~/platform/rpc/refusal'
import type { settingsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof settingsContract>()
