import type { Database } from '~/database/connect'
import type { Limits } from '~/platform/limits/limits'
import type { CallContext } from '~/platform/rpc/context'

export type InvitationsContext = CallContext & { db: Database; limits: Limits }
