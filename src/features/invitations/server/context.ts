import type { Database } from '~/database/connect'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'

export type InvitationsContext = CallContext & { db: Database; limits: Limits; live: Pick<Live, 'publish'> }
