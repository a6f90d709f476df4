import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { EventChangeKind } from '../../rules/change-kind'

/**
 * Returns one confirmed order per email address that bought tickets of an event: for a cancelled event those that are
 * refunded, otherwise those whose buyer still holds a ticket. Each order without an address is returned, because it is
 * refunded too.
 */
export async function findBuyers(
  trx: Transaction,
  eventId: string,
  kind: EventChangeKind,
): Promise<{ orderId: string; customerId: string | null }[]> {
  const concerns =
    kind === 'cancelled'
      ? sql`k.checked_in_at is null`
      : sql`k.customer_id is not distinct from o.customer_id`
  const { rows } = await sql<{ orderId: string; customerId: string | null }>`
    select distinct on (case when o.buyer_email = '' then o.id::text else lower(o.buyer_email) end)
      o.id as "orderId", o.customer_id as "customerId"
    from orders o where o.event_id = ${eventId} and o.status = 'confirmed'
      and exists (select from tickets k where k.order_id = o.id and k.status = 'valid' and ${concerns})
    order by case when o.buyer_email = '' then o.id::text else lower(o.buyer_email) end, o.id`.execute(trx)
  return rows
}

/** Returns the accounts that hold a ticket of another buyer and bought none themselves: buyers get their own email. */
export async function findHolders(trx: Transaction, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.customer_id as id from tickets k join orders o on o.id = k.order_id
    where k.event_id = ${eventId} and k.status = 'valid' and k.customer_id is not null
      and k.customer_id is distinct from o.customer_id
      and not exists (select from orders own join tickets t on t.order_id = own.id and t.status = 'valid' and t.customer_id = own.customer_id
        where own.event_id = ${eventId} and own.customer_id = k.customer_id and own.status = 'confirmed')`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns the accounts to notify in the app: ticket holders, event staff and DJs. `isRefunded`: the account gets a
 * refund.
 */
export async function listPeopleToNotify(
  trx: Transaction,
  eventId: string,
): Promise<{ title: string; people: { id: string; isRefunded: boolean }[] }> {
  const { rows } = await sql<{ title: string; id: string | null; isRefunded: boolean | null }>`
    select e.title, p.id, p."isRefunded" from events e left join lateral (
      select x.id, bool_or(x.paid) as "isRefunded" from (
        select k.customer_id as id, false as paid from tickets k where k.event_id = e.id and k.status = 'valid'
        -- Includes tickets that were transferred since.
        union all select o.customer_id, o.total_cents > 0 from orders o where o.event_id = e.id and o.status = 'confirmed'
        union all select e.organizer_id, false union all select e.dj_id, false
        union all select h.person_id, false from event_people h where h.event_id = e.id
        union all select s.dj_id, false from line_up_slots s where s.event_id = e.id
      ) x where x.id is not null group by x.id
    ) p on true where e.id = ${eventId}`.execute(trx)
  return {
    title: rows[0]?.title ?? '',
    people: rows.flatMap(({ id, isRefunded }) =>
      id === null ? [] : [{ id, isRefunded: isRefunded === true }],
    ),
  }
}
