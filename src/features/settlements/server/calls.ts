import { signedIn } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { settlementsContract } from '../contract'
import type { Context, OrganizerReads } from './context'
import { getOverview } from './statement/get-overview'
import { getStatement } from './statement/get-statement'
import { listEntries } from './statement/list-entries'

const calls = implementCalls<Context>()(settlementsContract)

const toReads = (context: Context): OrganizerReads => ({
  db: context.db,
  organizerId: signedIn(context).id,
  now: context.now(),
})

export const settlementsCalls = calls.router({
  money: {
    overview: calls.money.overview.handler(({ context }) => getOverview(toReads(context))),
    statement: calls.money.statement.handler(({ context, input }) => getStatement(toReads(context), input)),
    entries: calls.money.entries.handler(({ context, input }) => listEntries(toReads(context), input)),
  },
})
