import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { refuse } from '../refused-error'

/** Locks the event of an order, so that concurrent refunds don't exceed the organizer's part of its money. */
export async function lockEventOfOrder(trx: Transaction, eventId: string): Promise<void> {
  await sql`select from events where id = ${eventId}::uuid for no key update`.execute(trx)
}

/**
 * Refuses a refund that exceeds the organizer's part of the event's money, once DJs were paid from ticket sales:
 * otherwise the DJs or the platform would pay for it. Call it after the refund, with the event locked.
 * @throws NOT_COVERED
 */
export async function checkCovered(
  trx: Transaction,
  { id: orderId, eventId }: { id: string; eventId: string },
): Promise<void> {
  // The ledger doesn't contain the new refunds yet, because they are posted at commit.
  const { rows } = await sql<{ isCovered: boolean }>`
    select x.paid = 0 or x.refunds = 0 or x.part >= x.refunds as "isCovered" from (
      select
        (select coalesce(sum(t.amount_cents), 0) from transfers t
          where t.event_id = ${eventId}::uuid and t.booking_id is not null and t.reason <> 'deposit') as paid,
        (select coalesce(sum(t.amount_cents), 0) from transfers t where t.event_id = ${eventId}::uuid
            and t.booking_id is null and t.reason <> 'offset')
          - (select coalesce(sum(d.amount), 0) from ledger_days d where d.event_id = ${eventId}::uuid and d.account = 'organizer') as part,
        (select coalesce(sum(r.amount_cents - r.fee_cents), 0) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = ${orderId}::uuid
            and not exists (select from ledger_transactions l where l.source = 'refund:' || r.id)) as refunds
    ) x`.execute(trx)
  if (rows[0]?.isCovered !== true) throw refuse('NOT_COVERED')
}
