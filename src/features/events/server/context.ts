import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  settings: Pick<SettingsSource, 'read'>
  config: { publicUrl: string }
}
