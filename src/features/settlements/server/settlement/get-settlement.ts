import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { settlement } from '../../contract-settlement'
import { listFigures } from '../../rules/figures'
import type { ReadContext } from '../context'
import { refuse } from '../refused-error'
import { sumDebts } from '../transfers/offset-debts'
import { isQuestionable, isReady } from './readiness'
import { type EventSheet, type Person, readSheet, selectPerson } from './read-sheet'

type Settlement = z.input<typeof settlement>
type Executor = Database | Transaction

/** The acceptances, questions and result of a settlement. */
export interface Progress {
  settledAt: Date | null
  closeReason: string | null
  acceptances: { personId: string; digest: string; acceptedAt: Date }[]
  questions: Omit<Settlement['questions'][number], 'cents' | 'isCorrectable'>[]
  transfers: Settlement['transfers']
}

/**
 * Returns the settlement of an event for its organizer or one of its DJs.
 * @throws NOT_FOUND
 */
export async function getSettlement(context: ReadContext, eventId: string): Promise<Settlement> {
  const { db, now, log } = context
  const found = await getOwnSheet(db, eventId, requireCaller(context).id)
  if (!isBalanced(found)) log.error({ eventId }, 'the settlement does not balance with the ledger')
  const callerId = requireCaller(context).id
  const progress = await readProgress(db, eventId)
  const isOwn = callerId === found.organizer.id && progress.settledAt === null
  const debtCents = isOwn ? await sumDebts(db, { eventId, organizerId: callerId }) : 0
  return { ...toSettlement(found, progress, { callerId, now: now() }), debtCents }
}

/** @throws NOT_FOUND unless the person is a side of the settlement */
export async function getOwnSheet(db: Executor, eventId: string, personId: string): Promise<EventSheet> {
  const sheet = isId(eventId) ? await readSheet(db, eventId) : undefined
  if (sheet === undefined || !listSides(sheet).some(({ id }) => id === personId)) throw refuse('NOT_FOUND')
  return sheet
}

/**
 * Lists the people who have to accept, the organizer first. A DJ with two bookings is listed once, a DJ with a
 * deleted account isn't listed.
 */
export function listSides({ organizer, bookings }: EventSheet): Person[] {
  const people = [organizer, ...bookings.flatMap(({ person }) => person ?? [])]
  return [...new Map(people.map((person) => [person.id, person])).values()]
}

export async function readProgress(db: Executor, eventId: string): Promise<Progress> {
  const [{ rows: settled }, acceptances, { rows: questions }, { rows: transfers }] = await Promise.all([
    sql<{ settledAt: Date; closeReason: string | null }>`
      select settled_at as "settledAt", close_reason as "closeReason" from settlements where event_id = ${eventId}::uuid`.execute(
      db,
    ),
    db
      .selectFrom('settlement_acceptances')
      .select(['person_id as personId', 'digest', 'accepted_at as acceptedAt'])
      .where('event_id', '=', eventId)
      .execute(),
    sql<Progress['questions'][number]>`
      select q.id, q.figure, ${selectPerson('p')} as person, q.expected_cents as "expectedCents", q.reason, q.created_at as "createdAt",
        q.resolution, q.reply
      from settlement_questions q left join profiles p on p.id = q.person_id
      where q.event_id = ${eventId}::uuid order by q.created_at, q.id`.execute(db),
    sql<Progress['transfers'][number]>`
      select t.id, ${selectPerson('p')} as person, t.amount_cents as cents, t.status = 'done' as "isSent",
        coalesce(t.done_at, t.created_at) as at, t.reverses is not null as "isReversal", o.title as "offsetTitle"
      from transfers t left join profiles p on p.id = t.payee_id left join events o on o.id = t.offset_event_id
      where t.event_id = ${eventId}::uuid order by t.created_at, t.id`.execute(db),
  ])
  return {
    settledAt: settled[0]?.settledAt ?? null,
    closeReason: settled[0]?.closeReason ?? null,
    acceptances,
    questions,
    transfers,
  }
}

/**
 * Whether the organizer can correct the figure to the expected amount: only an agreed cost, and only if the DJ of its
 * booking asks for it. Neither another DJ nor an organizer who is that DJ can change an agreed cost.
 */
export const isCorrectable = (
  { costs, bookings, organizer }: Pick<EventSheet, 'costs' | 'bookings' | 'organizer'>,
  {
    figure,
    expectedCents,
    person,
  }: Pick<Progress['questions'][number], 'figure' | 'expectedCents' | 'person'>,
): boolean => {
  const cost = costs.find((agreed) => agreed.figure === figure)
  const dj = bookings.find(({ id }) => id === cost?.bookingId)?.person ?? null
  return expectedCents !== null && dj !== null && dj.id === person?.id && dj.id !== organizer.id
}

/** Whether the money that the sheet distributes equals the balance in the ledger. */
export const isBalanced = ({ sheet, ledgerCents }: EventSheet): boolean =>
  sheet.balanceCents + sheet.paidInCents - sheet.paidInFeesCents === ledgerCents

function getState(found: EventSheet, progress: Progress, now: Date): Settlement['state'] {
  if (progress.settledAt !== null)
    return progress.transfers.every(({ isSent }) => isSent) ? 'paid' : 'accepted'
  if (!isReady(found, now)) return 'running'
  return progress.questions.some(({ resolution }) => resolution === null) ? 'questioned' : 'ready'
}

function toSettlement(
  found: EventSheet,
  progress: Progress,
  { callerId, now }: { callerId: string; now: Date },
): Omit<Settlement, 'debtCents'> {
  const { event, organizer, sheet, bookings, costs, digest, readyAt, income, counts, ledgerCents } = found
  const figures = listFigures(sheet, costs)
  const { shares, releasedCents: _, ...sums } = sheet
  return {
    event,
    state: getState(found, progress, now),
    isQuestionable: isQuestionable(found, now),
    readyAt,
    side: callerId === organizer.id ? 'organizer' : 'dj',
    organizer,
    digest,
    income,
    counts,
    ...sums,
    balanceCents: ledgerCents - sheet.depositsCents,
    costs,
    shares: bookings.map(({ id, number, person, deal, feeCents }, index) => {
      const share = shares[index]
      if (share === undefined) throw new Error(`The sheet has no share of the booking ${id}`)
      return {
        ...share,
        bookingNumber: number,
        person,
        kind: deal.kind,
        basisPoints: deal.basisPoints,
        fixedCents: feeCents,
      }
    }),
    sides: listSides(found).map((person) => {
      const acceptance = progress.acceptances.find(({ personId }) => personId === person.id)
      const isCurrent = acceptance?.digest === digest
      return {
        person,
        acceptedAt: isCurrent ? acceptance.acceptedAt : null,
        isOutdated: acceptance !== undefined && !isCurrent && progress.settledAt === null,
      }
    }),
    questions: progress.questions.map((question) => ({
      ...question,
      cents: figures.get(question.figure) ?? 0,
      isCorrectable: isCorrectable(found, question),
    })),
    settledAt: progress.settledAt,
    closeReason: progress.closeReason,
    // DJs must not see which other event's debt was paid.
    transfers: progress.transfers.map((sent) =>
      callerId === organizer.id ? sent : { ...sent, offsetTitle: null },
    ),
  }
}
