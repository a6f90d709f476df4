import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'
import type { Doors } from './create-doors'

export type Context = CallContext & { db: Database; doors: Doors }
