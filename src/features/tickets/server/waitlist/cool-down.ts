import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

const HOURS = 12

/**
 * Returns when the customer may join a waitlist of this event again: 12 hours after declining an offer or letting it expire. Without this
 * limit a few accounts could hold the last tickets in turn, half an hour each, without paying.
 */
export async function findCoolDown(
  trx: Transaction,
  { ticketTypeId, customerId, now }: { ticketTypeId: string; customerId: string; now: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(w.ended_at) + ${HOURS} * interval '1 hour' as until
    from waitlist_entries w join ticket_types t on t.id = w.ticket_type_id
    where w.customer_id = ${customerId}::uuid and w.status in ('lapsed', 'passed')
      and t.event_id = (select x.event_id from ticket_types x where x.id = ${ticketTypeId}::uuid)`.execute(
    trx,
  )
  const until = rows[0]?.until
  return until && until > now ? until : undefined
}
