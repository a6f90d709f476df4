import { requireCaller } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { settlementsContract } from '../contract'
import type { Context, PersonReads } from './context'
import {
  acceptSettlement,
  questionFigure,
  resolveQuestion,
  withdrawAcceptance,
} from './settlement/accept-settlement'
import { getCoverage } from './settlement/get-coverage'
import { getSettlement } from './settlement/get-settlement'
import { listReminders, remindSides } from './settlement/remind-sides'
import { getOverview } from './statement/get-overview'
import { getStatement } from './statement/get-statement'
import { listEntries } from './statement/list-entries'
import { listPayouts } from './statement/list-payouts'

const calls = implementCalls<Context>()(settlementsContract)

const toReads = (context: Context): PersonReads => ({
  db: context.db,
  personId: requireCaller(context).id,
  now: context.now(),
})

export const settlementsCalls = calls.router({
  settlement: {
    get: calls.settlement.get.handler(({ context, input }) => getSettlement(context, input.eventId)),
    coverage: calls.settlement.coverage.handler(({ context, input }) =>
      getCoverage(context, input.bookingId),
    ),
    accept: calls.settlement.accept.handler(({ context, input }) => acceptSettlement(context, input)),
    withdraw: calls.settlement.withdraw.handler(({ context, input }) =>
      withdrawAcceptance(context, input.eventId),
    ),
    reminders: calls.settlement.reminders.handler(({ context, input }) =>
      listReminders(context, input.eventId),
    ),
    remind: calls.settlement.remind.handler(({ context, input }) => remindSides(context, input.eventId)),
    question: calls.settlement.question.handler(({ context, input }) => questionFigure(context, input)),
    resolve: calls.settlement.resolve.handler(({ context, input }) => resolveQuestion(context, input)),
  },
  money: {
    overview: calls.money.overview.handler(({ context }) => getOverview(toReads(context))),
    statement: calls.money.statement.handler(({ context, input }) => getStatement(toReads(context), input)),
    entries: calls.money.entries.handler(({ context, input }) => listEntries(toReads(context), input)),
    payouts: calls.money.payouts.handler(({ context, input }) => listPayouts(toReads(context), input)),
  },
})
