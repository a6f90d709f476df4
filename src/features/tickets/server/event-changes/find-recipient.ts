import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { NOTIFICATIONS_PER_DAY } from '../../rules/notify-limit'
import { listBuyerOrderIds } from '~/features/orders/server/public'
import type { NotifyHolder } from './notify-holders'

export interface Recipient {
  email: string
  /** True for buyers, false for holders of tickets that others bought. */
  isBuyer: boolean
  /** True if all their tickets were free, so the email doesn't mention money. */
  isGift: boolean
  hasAccount: boolean
  orderNumbers: string[]
  tickets: number
  /** The amount whose refund was started or completed since the event's status changed. */
  refundedCents: number
  event: {
    id: string
    title: string
    status: string
    statusMessage: string
    isDateOpen: boolean
    startsAt: Date
    doorsAt: Date | null
    endsAt: Date | null
    timezone: string
    currency: Currency
    venueName: string
    venueAddress: string
    location: string
    refundableUntil: Date | null
    /** Whether the daily limit of emails is reached, so that ticket holders are notified of further changes later. */
    isAtNotificationLimit: boolean
  }
}

/** Loads the recipient and all data of an email about an event; undefined when the event or the person was deleted. */
export async function findRecipient(db: Database, notified: NotifyHolder): Promise<Recipient | undefined> {
  const event = await findEvent(db, notified.eventId)
  if (!event) return undefined
  if (notified.orderId !== undefined) {
    const buyer = await findBuyer(db, notified.orderId, event.statusChangedAt)
    return buyer && { ...buyer, isBuyer: true, event }
  }
  const { rows } = await sql<{ email: string; tickets: number; isGift: boolean }>`
    select coalesce(a.email, '') as email, x.tickets, x."isGift" from accounts a cross join lateral (
      -- Includes tickets that were just refunded.
      select count(*) filter (where k.status = 'valid') as tickets, coalesce(bool_and(o.is_comp), false) as "isGift"
      from tickets k join orders o on o.id = k.order_id where k.event_id = ${event.id} and k.customer_id = a.id
    ) x where a.id = ${notified.userId ?? null}`.execute(db)
  return (
    rows[0] && { ...rows[0], isBuyer: false, hasAccount: true, orderNumbers: [], refundedCents: 0, event }
  )
}

async function findEvent(
  db: Database,
  eventId: string,
): Promise<(Recipient['event'] & { statusChangedAt: Date | null }) | undefined> {
  const { rows } = await sql<Recipient['event'] & { statusChangedAt: Date | null }>`
    select e.id, e.title, e.event_status as status, e.status_message as "statusMessage", e.is_date_open as "isDateOpen",
      e.event_date as "startsAt", e.doors_at as "doorsAt", e.ends_at as "endsAt", e.timezone, e.currency, e.venue_name as "venueName",
      e.venue_address as "venueAddress", e.location, e.refundable_until as "refundableUntil",
      e.status_changed_at as "statusChangedAt",
      (select count(*) >= ${NOTIFICATIONS_PER_DAY} from unnest(e.holders_notified_at) t where t > now() - interval '1 day') as "isAtNotificationLimit"
    from events e where e.id = ${eventId}`.execute(db)
  return rows[0]
}

type Buyer = Omit<Recipient, 'isBuyer' | 'event'>

async function findBuyer(db: Database, orderId: string, since: Date | null): Promise<Buyer | undefined> {
  const orders = await listBuyerOrderIds(db, orderId)
  const { rows } = await sql<Buyer>`
    select o.buyer_email as email,
      (select bool_and(x.is_comp) from orders x where x.id = any (${orders}::uuid[])) as "isGift",
      (select bool_or(x.customer_id is not null) from orders x where x.id = any (${orders}::uuid[])) as "hasAccount",
      (select array_agg(x.order_number order by x.id) from orders x where x.id = any (${orders}::uuid[])) as "orderNumbers",
      -- All tickets the buyer holds, whatever the order: transferred ones too.
      (select count(*) from tickets k join orders x on x.id = k.order_id where k.event_id = o.event_id and k.status = 'valid' and (
        (x.id = any (${orders}::uuid[]) and k.customer_id is not distinct from x.customer_id)
        or (k.customer_id = o.customer_id and not x.id = any (${orders}::uuid[])))) as tickets,
      (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
        where p.order_id = any (${orders}::uuid[]) and p.status = 'approved' and r.created_at >= ${since}) as "refundedCents"
    from orders o where o.id = ${orderId}`.execute(db)
  return rows[0]
}
