import type { Database, Transaction } from '~/database/connect'
import {
  findPendingChange,
  markHoldersNotified,
  notifyHoldersJob,
  type NotifiedState,
} from '~/features/events/server/public'
import { notify } from '~/features/notifications/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { type EventChangeKind, findEventChangeKind } from '../../rules/event-change-kind'
import { hasToWait, NOTIFICATIONS_PER_DAY } from '../../rules/notify-limit'
import { sql } from 'kysely'

/**
 * Emails one person: with `orderId` the buyer, about all their orders of this event; with `userId` the recipient of a
 * transfer.
 */
export const notifyHolderJob = 'events.notify_holder'
export interface NotifyHolder {
  eventId: string
  kind: EventChangeKind
  was: NotifiedState
  /**
   * The start that the email names; null while the date is open. Omitted for orders confirmed during a cancellation.
   */
  startsAt?: string | null
  orderId?: string
  userId?: string
}

const PER_STATEMENT = 500

/** Enqueues the notifications of ticket holders, which are sent after the commit. */
export async function enqueueHolderNotifications(
  trx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  change: { eventId: string; byId: string },
): Promise<void> {
  await jobs.enqueue(trx, notifyHoldersJob, change, { singletonKey: `${change.eventId} now` })
}

/**
 * Notifies ticket holders of changes since their last notification. Each holder has a job, so that a failing address
 * affects no one else. Creates all jobs or none; a retry after success finds no change. Once the daily limit is
 * reached, the next notification waits until it can be sent, and includes all changes until then.
 */
export async function notifyHolders(
  services: { db: Database; jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>; live: Pick<Live, 'publish'> },
  { eventId, byId = null }: { eventId: string; byId?: string | null },
): Promise<void> {
  const { db, jobs, live } = services
  const notified = await db.transaction().execute(async (trx) => {
    const untold = await findPendingChange(trx, eventId, NOTIFICATIONS_PER_DAY)
    const kind = untold && findEventChangeKind(untold.was, untold.now)
    if (untold && kind !== undefined && hasToWait(untold, kind, new Date())) {
      const later = { singletonKey: `${eventId} later`, startAfter: untold.notifyAt ?? new Date() }
      await jobs.enqueue(trx, notifyHoldersJob, { eventId, ...(byId !== null && { byId }) }, later)
      return { holders: [], rung: [] }
    }
    if (untold) await markHoldersNotified(trx, eventId, { isEmailed: kind !== undefined })
    if (!untold || kind === undefined) return { holders: [], rung: [] }
    const buyers = await findBuyers(trx, eventId, kind)
    const holders = await findHolders(trx, eventId)
    const startsAt = untold.now.isDateOpen ? null : untold.now.startsAt
    const about = { eventId, kind, was: untold.was, startsAt }
    const emails: NotifyHolder[] = [
      ...buyers.map(({ orderId }) => ({ ...about, orderId })),
      ...holders.map((userId) => ({ ...about, userId })),
    ]
    for (const part of splitIntoParts(emails)) await jobs.enqueueMany(trx, notifyHolderJob, part)
    const rung = await insertNotifications(trx, jobs, { ...about, now: untold.now, byId })
    return { holders: [...holders, ...buyers.flatMap(({ customerId }) => customerId ?? [])], rung }
  })
  live.publish(notified.holders, ['orders', 'tickets', 'events'])
  live.publish(notified.rung, ['notifications'])
}

/**
 * Creates in-app notifications for everyone with an account who holds a ticket, works or plays at the event. Returns
 * their ids.
 */
async function insertNotifications(
  trx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  {
    eventId,
    kind,
    was,
    now,
    byId,
  }: { eventId: string; kind: EventChangeKind; was: NotifiedState; now: NotifiedState; byId: string | null },
): Promise<string[]> {
  const isMoved = was.startsAt !== now.startsAt || was.isDateOpen !== now.isDateOpen
  if (kind === 'changed' && !isMoved) return []
  const { title, people } = await listPeopleToNotify(trx, eventId)
  const notices = people.map(({ id, isRefunded }) => ({
    userId: id,
    kind: kind === 'cancelled' ? ('event_cancelled' as const) : ('event_moved' as const),
    actorId: byId,
    subjectId: eventId,
    facts: {
      title,
      timezone: now.timezone,
      startsAt: kind === 'cancelled' || now.isDateOpen ? null : now.startsAt,
      // Used for cancellations only: false makes the notification promise a refund.
      youPlay: !isRefunded,
    },
  }))
  for (const part of splitIntoParts(notices)) await notify(trx, jobs, part)
  return people.map(({ id }) => id)
}

function splitIntoParts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PER_STATEMENT) }, (_, index) =>
    items.slice(index * PER_STATEMENT, (index + 1) * PER_STATEMENT),
  )
}

/**
 * Returns one confirmed order per email address that bought tickets of an event. For a canceled event, these are the
 * orders that are refunded; otherwise, those whose buyer still holds a ticket. Orders without an address are all
 * returned, because they are refunded too.
 */
async function findBuyers(
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
async function findHolders(trx: Transaction, eventId: string): Promise<string[]> {
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
async function listPeopleToNotify(
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
