import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & { db: Database }
