import { sql } from 'kysely'
import type { z } from 'zod'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { settlement } from '../../contract-settlement'
import { listFigures } from '../../rules/figures'
import type { ChangeContext } from '../context'
import { notifySides, refreshSides, settleAcceptRequests } from '../notify-sides'
import { refuse } from '../refused-error'
import {
  getOwnSheet,
  getSettlement,
  isBalanced,
  isCorrectable,
  listSides,
  readProgress,
} from './get-settlement'
import { isQuestionable, isReady } from './readiness'
import type { EventSheet } from './read-sheet'
import { isNotCovered, isSettled, lockEvent, settleEvent } from './settle'

type Settlement = z.input<typeof settlement>

/**
 * Accepts the figures that the caller saw. The last acceptance settles the event: its transfers are created in the same
 * transaction.
 * @throws NOT_FOUND, SETTLED, NOT_READY, NOT_BALANCED, QUESTIONED, FIGURES_CHANGED
 */
export async function acceptSettlement(
  context: ChangeContext,
  { eventId, digest }: { eventId: string; digest: string },
): Promise<Settlement> {
  await changeSettlement(context, eventId, async (trx, found) => {
    if (!isReady(found, context.now())) throw refuse('NOT_READY')
    if (!isBalanced(found)) throw refuse('NOT_BALANCED')
    const { acceptances, questions } = await readProgress(trx, eventId)
    if (questions.some(({ resolution }) => resolution === null)) throw refuse('QUESTIONED')
    if (found.digest !== digest) throw refuse('FIGURES_CHANGED')
    const callerId = requireCaller(context).id
    await sql`
      insert into settlement_acceptances as a (event_id, person_id, digest) values (${eventId}, ${callerId}, ${digest})
      on conflict (event_id, person_id) do update set digest = excluded.digest, accepted_at = clock_timestamp()
        where a.digest <> excluded.digest`.execute(trx)
    const accepted = new Set([
      callerId,
      ...acceptances.filter((acceptance) => acceptance.digest === digest).map(({ personId }) => personId),
    ])
    await settleAcceptRequests(trx, eventId, callerId)
    const sides = listSides(found).map(({ id }) => id)
    if (!sides.every((id) => accepted.has(id))) return
    await settleEvent(trx, found)
    // An organizer without DJs needs no notification of their own acceptance.
    if (sides.length > 1)
      await notifySides(trx, context.jobs, found.event, { kind: 'settlement_accepted', to: sides })
  })
  return getSettlement(context, eventId)
}

/** Withdraws the caller's acceptance; a no-op without one. @throws NOT_FOUND, SETTLED */
export async function withdrawAcceptance(context: ChangeContext, eventId: string): Promise<Settlement> {
  await changeSettlement(context, eventId, async (trx) => {
    await trx
      .deleteFrom('settlement_acceptances')
      .where('event_id', '=', eventId)
      .where('person_id', '=', requireCaller(context).id)
      .execute()
  })
  return getSettlement(context, eventId)
}

/**
 * Questions a figure. No one is paid until it is resolved.
 * @throws NOT_FOUND, SETTLED, NOT_READY, NO_SUCH_FIGURE
 */
export async function questionFigure(
  context: ChangeContext,
  {
    eventId,
    figure,
    ...question
  }: { eventId: string; figure: string; expectedCents: number | null; reason: string },
): Promise<Settlement> {
  await changeSettlement(context, eventId, async (trx, found) => {
    if (!isQuestionable(found, context.now())) throw refuse('NOT_READY')
    if (!listFigures(found.sheet, found.costs).has(figure)) throw refuse('NO_SUCH_FIGURE')
    await trx
      .insertInto('settlement_questions')
      .values({
        event_id: eventId,
        person_id: requireCaller(context).id,
        figure,
        expected_cents: question.expectedCents,
        reason: question.reason,
      })
      .execute()
    await notifySides(trx, context.jobs, found.event, {
      kind: 'settlement_questioned',
      actorId: requireCaller(context).id,
      to: listSides(found).map(({ id }) => id),
      facts: { note: question.reason },
    })
  })
  return getSettlement(context, eventId)
}

/**
 * Resolves a question: the organizer corrects an agreed cost to the amount that its DJ expects, or confirms the
 * figure; the person who asked withdraws the question. A correction changes the figures, so all sides must accept again.
 * @throws NOT_FOUND, SETTLED, QUESTION_CLOSED, NOT_CORRECTABLE
 */
export async function resolveQuestion(
  context: ChangeContext,
  {
    eventId,
    questionId,
    resolution,
    reply,
  }: {
    eventId: string
    questionId: string
    resolution: 'corrected' | 'confirmed' | 'withdrawn'
    reply: string
  },
): Promise<Settlement> {
  const callerId = requireCaller(context).id
  await changeSettlement(context, eventId, async (trx, found) => {
    const { questions } = await readProgress(trx, eventId)
    const question = questions.find(({ id }) => id === questionId)
    if (question === undefined) throw refuse('NOT_FOUND')
    if (question.resolution !== null) throw refuse('QUESTION_CLOSED')
    const isOwn = question.person?.id === callerId
    if (resolution === 'withdrawn' ? !isOwn : callerId !== found.organizer.id) throw refuse('NOT_FOUND')
    if (resolution === 'corrected' && !isCorrectable(found, question)) throw refuse('NOT_CORRECTABLE')
    await sql`
      update settlement_questions set resolution = ${resolution}, resolved_by = ${callerId}, resolved_at = clock_timestamp(), reply = ${reply}
      where id = ${questionId}::uuid`.execute(trx)
    if (question.person !== null)
      await notifySides(trx, context.jobs, found.event, {
        kind: 'settlement_resolved',
        actorId: callerId,
        to: [question.person.id],
        facts: { isCorrected: resolution === 'corrected', note: reply },
      })
  })
  return getSettlement(context, eventId)
}

/**
 * Runs a change of a settlement that isn't final. Locks the event, as changes of its ticket sales do: changes run one
 * at a time, and no event is settled twice.
 */
async function changeSettlement(
  context: ChangeContext,
  eventId: string,
  run: (trx: Transaction, found: EventSheet) => Promise<void>,
): Promise<void> {
  if (!isId(eventId)) throw refuse('NOT_FOUND')
  const sides = await context.db
    .transaction()
    .execute(async (trx) => {
      await lockEvent(trx, eventId)
      const found = await getOwnSheet(trx, eventId, requireCaller(context).id)
      if (await isSettled(trx, eventId)) throw refuse('SETTLED')
      await run(trx, found)
      return listSides(found).map(({ id }) => id)
    })
    .catch((error: unknown) => {
      throw isNotCovered(error) ? refuse('FIGURES_CHANGED') : error
    })
  refreshSides(context.live, sides)
}
