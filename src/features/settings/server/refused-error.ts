import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { settingsContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof settingsContract>()
