import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { settleEvent } from '~/features/settlements/server/settlement/settle'
import { listSides } from '~/features/settlements/server/settlement/get-settlement'
import { type EventSheet, readSheet } from '~/features/settlements/server/settlement/read-sheet'
import { getCostFigure } from '~/features/settlements/rules/figures'
import { getPersonId } from './people'
import { seedId } from './random'

const HOUR = 3_600_000

/**
 * Seeds three settlements of past events: one that one person has accepted, one questioned and one paid. Upcoming
 * events show a settlement in progress.
 */
export async function seedSettlements(trx: Transaction): Promise<void> {
  // Runs the deferred triggers first: they post to the ledger, from which the amounts are computed.
  await sql`set constraints all immediate`.execute(trx)
  await sql`set constraints all deferred`.execute(trx)
  const weather = await readSheetByTitle(trx, 'Basement Weather')
  await accept(trx, weather, getPersonId('nova'), 20)
  await seedQuestion(trx, await readSheetByTitle(trx, 'Left on Red'))
  await seedPaidSettlement(trx, await readSheetByTitle(trx, 'Endless Encore'))
}

async function readSheetByTitle(trx: Transaction, title: string): Promise<EventSheet> {
  const { id } = await trx
    .selectFrom('events')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  const sheet = await readSheet(trx, id)
  if (sheet === undefined) throw new Error(`${title} has no organizer`)
  return sheet
}

const addHours = ({ readyAt }: EventSheet, hours: number) => new Date(readyAt.getTime() + hours * HOUR)

async function accept(trx: Transaction, found: EventSheet, personId: string, hours: number): Promise<void> {
  await sql`
    insert into settlement_acceptances (event_id, person_id, digest, accepted_at)
    values (${found.event.id}, ${personId}, ${found.digest}, ${addHours(found, hours)})`.execute(trx)
}

/** Seeds a question: Juno expects a lower cost for the sound engineer. */
async function seedQuestion(trx: Transaction, found: EventSheet): Promise<void> {
  const [booking] = found.bookings
  if (!booking?.person) throw new Error('Left on Red has no booking')
  await accept(trx, found, found.organizer.id, 3)
  await sql`
    insert into settlement_questions (id, event_id, person_id, figure, expected_cents, reason, created_at)
    values (${seedId('settlement question', 0)}, ${found.event.id}, ${booking.person.id}, ${getCostFigure(booking.id, 0)}, 28000,
      'We agreed $280.00. The receipt shows $280.00 plus a cable.', ${addHours(found, 26)})`.execute(trx)
}

async function seedPaidSettlement(trx: Transaction, found: EventSheet): Promise<void> {
  for (const [index, { id }] of listSides(found).entries()) await accept(trx, found, id, 4 + 20 * index)
  await settleEvent(trx, found)
  // Posts the transfers to the ledger. A later statement marks them as sent.
  await sql`set constraints all immediate`.execute(trx)
  const settledAt = addHours(found, 24)
  await sql`update settlements set settled_at = ${settledAt} where event_id = ${found.event.id}`.execute(trx)
  await sql`
    update transfers set status = 'done', provider = 'sandbox', provider_reference = 'sandbox_tr_' || id, created_at = ${settledAt},
      done_at = ${settledAt} where event_id = ${found.event.id}`.execute(trx)
  await sql`set constraints all deferred`.execute(trx)
}
