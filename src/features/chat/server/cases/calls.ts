import { signedIn } from '~/platform/rpc/context'
import { sql } from 'kysely'
import { caseNumber, findHindrance } from '../../rules/case-decision'
import { recordAudit } from '~/database/audit'
import { calls } from '../implementer'
import type { ReadContext, ChatContext } from '../context'
import { tellModerators } from '../moderation/tell-moderators'
import { decideCase } from './decide-case'
import { getCase } from './get-case'
import { listCases } from './list-cases'
import { isFor, isOpenFor, isAdmin } from './case-row'
import { type Hindrance, holdOwnCase, holdCase } from './held-case'

type Row = { open: number; mine: number; closed: number; oldest_at: Date | null }

const cases = calls.cases

export const caseCalls = {
  counts: cases.counts.handler(({ context }) => countCases(context)),
  list: cases.list.handler(({ context, input }) => listCases(context, input)),
  get: cases.get.handler(async ({ context, input, errors }) => {
    const found = await getCase(context, input.caseId)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),
  take: cases.take.handler(async ({ context, input, errors }) => {
    const hindrance = await takeCase(context, input)
    if (hindrance) throw errors[hindrance]()
    return {}
  }),
  pass: cases.pass.handler(async ({ context, input, errors }) => {
    const hindrance = await passCase(context, input.caseId)
    if (hindrance) throw errors[hindrance]()
    return {}
  }),
  decide: cases.decide.handler(async ({ context, input, errors }) => {
    const refusal = await decideCase(context, input)
    if (refusal) throw errors[refusal]()
    return {}
  }),
}

/** The figures of the tabs. `oldestAt`: since when the oldest open one waits. */
async function countCases(
  context: ReadContext,
): Promise<{ open: number; mine: number; closed: number; oldestAt: string | null }> {
  const caller = signedIn(context)
  const { rows } = await sql<Row>`
    select count(*) as open, count(*) filter (where c.taken_by = ${caller.id}) as mine, min(c.created_at) as oldest_at,
      (select count(*) from moderation_cases c where c.decided_at is not null and ${isFor(caller)}) as closed
    from moderation_cases c where ${isOpenFor(caller)}`.execute(context.db)
  const { open = 0, mine = 0, closed = 0, oldest_at: oldestAt = null } = rows[0] ?? {}
  return { open, mine, closed, oldestAt: oldestAt?.toISOString() ?? null }
}

/** Leaves a case to the admins: from then on only they find it open. Nobody has it. */
async function passCase(
  context: Pick<ChatContext, 'caller' | 'db' | 'live' | 'log' | 'now' | 'requestId'>,
  caseId: string,
): Promise<Hindrance | null> {
  const caller = signedIn(context)
  const hindrance = await context.db.transaction().execute(async (trx) => {
    const held = await holdOwnCase(trx, caller, caseId)
    if (typeof held === 'string') return held
    await trx
      .updateTable('moderation_cases')
      .set({ passed_to_admin_at: context.now(), taken_by: null })
      .where('id', '=', held.id)
      .execute()
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.pass_case',
      subject: { type: 'case', id: held.id },
      details: { case: caseNumber(held.number), person: held.personId },
      requestId: context.requestId,
    })
    return null
  })
  if (hindrance === null) await tellModerators(context)
  return hindrance
}

/**
 * Takes a case, or gives it back, so that everybody sees who is on it. `from`: whom it is taken over from, knowingly;
 * if it is somebody else's by now, it is TAKEN. What one does not have need not be given back.
 */
async function takeCase(
  context: Pick<ChatContext, 'caller' | 'db' | 'live' | 'log'>,
  { caseId, isTaken, from }: { caseId: string; isTaken: boolean; from: string | null },
): Promise<Hindrance | null> {
  const caller = signedIn(context)
  const hindrance = await context.db.transaction().execute(async (trx) => {
    const held = await holdCase(trx, caller, caseId)
    if (!held) return 'NOT_FOUND'
    if (!isTaken && held.takenBy !== caller.id) return null
    const takenBy = isTaken && held.takenBy === from ? null : held.takenBy
    const found = findHindrance({ ...held, takenBy }, { id: caller.id, isAdmin: isAdmin(caller) })
    if (found) return found
    await trx
      .updateTable('moderation_cases')
      .set({ taken_by: isTaken ? caller.id : null })
      .where('id', '=', held.id)
      .execute()
    return null
  })
  if (hindrance === null) await tellModerators(context)
  return hindrance
}
