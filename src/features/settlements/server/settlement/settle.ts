import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isCheckViolation } from '~/database/postgres-errors'
import { selectCurrency } from '~/features/events/server/public'
import { settleAcceptRequests } from '../notify-sides'
import { payDebts } from '../transfers/offset-debts'
import type { EventSheet } from './read-sheet'

/** Locks an event, as changes of its ticket sales do, so that changes of its settlement run one at a time. */
export async function lockEvent(trx: Transaction, eventId: string): Promise<void> {
  await sql`select from events where id = ${eventId}::uuid for no key update`.execute(trx)
}

export async function isSettled(trx: Transaction, eventId: string): Promise<boolean> {
  const settled = await trx
    .selectFrom('settlements')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return settled !== undefined
}

/** Whether the event's money changed after its sheet was read, so that it no longer covers the transfers. */
export const isNotCovered = (error: unknown): boolean => isCheckViolation(error, 'transfers_covered')

/**
 * Makes the sheet final and creates its transfers. The organizer's part pays their debts from other events first. The
 * database refuses a second settlement of the event.
 */
export async function settleEvent(
  trx: Transaction,
  { event, organizer, bookings, sheet }: EventSheet,
  closing: { closedBy: string; reason: string } | null = null,
): Promise<void> {
  await trx
    .insertInto('settlements')
    .values({
      event_id: event.id,
      sheet: JSON.stringify(sheet),
      closed_by: closing?.closedBy ?? null,
      close_reason: closing?.reason ?? null,
    })
    .execute()
  await settleAcceptRequests(trx, event.id)
  // A DJ who deleted their account has already received their full share.
  const shares = bookings.flatMap(({ id, person }, index) =>
    person === null
      ? []
      : {
          bookingId: id,
          payeeId: person.id,
          cents: sheet.shares[index]?.transferCents ?? 0,
        },
  )
  const offsetCents = await payDebts(trx, {
    eventId: event.id,
    organizerId: organizer.id,
    cents: sheet.organizerCents,
  })
  const restCents = sheet.organizerCents - offsetCents
  const transfers = [...shares, { bookingId: null, payeeId: organizer.id, cents: restCents }]
  for (const { bookingId, payeeId, cents } of transfers)
    if (cents > 0)
      await sql`
        insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency)
        values (${event.id}, ${bookingId}, ${payeeId}, 'settlement', ${cents}, ${selectCurrency(event.id)})`.execute(
        trx,
      )
}
