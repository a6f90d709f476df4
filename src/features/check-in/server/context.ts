import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'
import type { CheckInQueue } from './create-check-in-queue'

export type Context = CallContext & { db: Database; checkIns: CheckInQueue }
