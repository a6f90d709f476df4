import { requireCaller } from '~/platform/rpc/context'
import { sql } from 'kysely'
import type { z } from 'zod'
import { formatCaseNumber } from '../../rules/case-decision'
import { recordAudit } from '~/database/audit'
import type { caseCounts } from '../../contract-cases'
import type { caseSummary } from '../../contract-shapes'
import { readTimePage } from '~/lib/list-page'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { calls } from '../call-implementer'
import type { ReadContext, ChatContext } from '../context'
import { publishQueue } from '../moderation/publish-queue'
import { decideCase } from './decide-case'
import { getCase } from './get-case'
import {
  isCaseVisibleTo,
  isCaseOpenFor,
  type CaseRow,
  caseColumns,
  caseTables,
  toCaseSummary,
} from './case-row'
import { checkCase, lockCaseForChange, lockCase } from './lock-case'

interface ListInput {
  tab: 'open' | 'mine' | 'closed'
  after?: string | undefined
  limit: number
}

type Counts = z.input<typeof caseCounts>

const cases = calls.cases

export const caseCalls = {
  counts: cases.counts.handler(({ context }) => countCases(context)),
  list: cases.list.handler(({ context, input }) => listCases(context, input)),
  get: cases.get.handler(({ context, input }) => getCase(context, input.caseId)),
  take: cases.take.handler(async ({ context, input }) => {
    await takeCase(context, input)
    return {}
  }),
  pass: cases.pass.handler(async ({ context, input }) => {
    await passCaseToAdmins(context, input.caseId)
    return {}
  }),
  decide: cases.decide.handler(async ({ context, input }) => {
    await decideCase(context, input)
    return {}
  }),
}

/** Returns the number of cases in each tab. `oldestAt`: the report time of the oldest open case. */
async function countCases(context: ReadContext): Promise<Counts> {
  const caller = requireCaller(context)
  const { rows } = await sql<Counts>`
    select count(*) as open, count(*) filter (where c.taken_by = ${caller.id}) as mine, min(c.created_at) as "oldestAt",
      (select count(*) from moderation_cases c where c.decided_at is not null and ${isCaseVisibleTo(caller)}) as closed
    from moderation_cases c where ${isCaseOpenFor(caller)}`.execute(context.db)
  const [counts] = rows
  if (!counts) throw new Error('count query returned no row')
  return counts
}

/** Passes a case to the admins: it is then unassigned, and open for admins only. */
async function passCaseToAdmins(
  context: Pick<ChatContext, 'caller' | 'db' | 'live' | 'log' | 'now' | 'requestId'>,
  caseId: string,
): Promise<void> {
  const caller = requireCaller(context)
  await context.db.transaction().execute(async (trx) => {
    const held = await lockCaseForChange(trx, caller, caseId)
    await trx
      .updateTable('moderation_cases')
      .set({ passed_to_admin_at: context.now(), taken_by: null })
      .where('id', '=', held.id)
      .execute()
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.pass_case',
      subject: { type: 'case', id: held.id },
      details: { case: formatCaseNumber(held.number), person: held.personId },
      requestId: context.requestId,
    })
  })
  await publishQueue(context)
}

/**
 * Assigns a case to the caller or releases it, so that moderators see who works on it. `from`: the moderator whose
 * case the caller takes over. Throws TAKEN if the case is assigned to someone else by now. Releasing another
 * moderator's case is a no-op.
 */
async function takeCase(
  context: Pick<ChatContext, 'caller' | 'db' | 'live' | 'log'>,
  { caseId, isTaken, from }: { caseId: string; isTaken: boolean; from: string | null },
): Promise<void> {
  const caller = requireCaller(context)
  await context.db.transaction().execute(async (trx) => {
    const held = await lockCase(trx, caller, caseId)
    if (!isTaken && held.takenBy !== caller.id) return
    const takenBy = isTaken && held.takenBy === from ? null : held.takenBy
    checkCase({ ...held, takenBy }, caller)
    await trx
      .updateTable('moderation_cases')
      .set({ taken_by: isTaken ? caller.id : null })
      .where('id', '=', held.id)
      .execute()
  })
  await publishQueue(context)
}

/** Lists one tab: open cases by report time, oldest first; closed ones by decision time, newest first. */
async function listCases(
  context: ReadContext,
  { tab, after, limit }: ListInput,
): Promise<{ cases: z.input<typeof caseSummary>[]; nextCursor: string | null }> {
  const caller = requireCaller(context)
  const isClosed = tab === 'closed'
  const conditions = [
    ...(isClosed ? [sql`c.decided_at is not null`, isCaseVisibleTo(caller)] : [isCaseOpenFor(caller)]),
    ...(tab === 'mine' ? [sql`c.taken_by = ${caller.id}`] : []),
  ]
  const order = isClosed ? { moment: 'decided_at' } : { oldestFirst: true }
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = createTimePageClauses('c', start, conditions, order)
    const { rows } = await sql<CaseRow & { micros: number }>`
      select ${caseColumns}, ${walk.micros} as micros from ${caseTables}
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(context.db)
    return rows
  })
  return { cases: shown.map(toCaseSummary), nextCursor }
}
