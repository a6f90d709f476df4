import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Limits } from '~/platform/limits/limits'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  settings: Pick<SettingsSource, 'read'>
  limits: Limits
  now: () => Date
}
