import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'
import type { SettingsSource } from './settings-source'

export type SettingsContext = CallContext & { db: Database; settings: SettingsSource }
