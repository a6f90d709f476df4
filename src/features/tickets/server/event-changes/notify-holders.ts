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
import { type EventChangeKind, findChangeKind } from '../../rules/change-kind'
import { hasToWait, NOTIFICATIONS_PER_DAY } from '../../rules/notify-limit'
import { findBuyers, findHolders, listPeopleToNotify } from './list-recipients'

/** One email: to the buyer of an order (and of their other orders for this event), or to the recipient of a transfer. */
export const notifyHolderJob = 'events.notify_holder'
export interface NotifyHolder {
  eventId: string
  kind: EventChangeKind
  was: NotifiedState
  /** The start that the email names; null while the date is open. Omitted for orders that a cancellation found late. */
  startsAt?: string | null
  orderId?: string
  userId?: string
}

const PER_STATEMENT = 500

/** Enqueues the notifications of ticket holders; sent after the commit. */
export async function enqueueHolderNotifications(
  trx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  change: { eventId: string; byId: string },
): Promise<void> {
  await jobs.enqueue(trx, notifyHoldersJob, change, { singletonKey: `${change.eventId} now` })
}

/**
 * Notifies ticket holders of changes since their last notification: one job each, so that a failing address or a crash
 * affects only that holder. Either all jobs are created, or none and this is retried; another run finds nothing to
 * report. Beyond the daily limit, the next notification waits until the limit allows it and includes all changes until
 * then.
 */
export async function notifyHolders(
  services: { db: Database; jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>; live: Pick<Live, 'publish'> },
  { eventId, byId = null }: { eventId: string; byId?: string | null },
): Promise<void> {
  const { db, jobs, live } = services
  const notified = await db.transaction().execute(async (trx) => {
    const untold = await findPendingChange(trx, eventId, NOTIFICATIONS_PER_DAY)
    const kind = untold && findChangeKind(untold.was, untold.now)
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
      // Only used for cancellations: whether the notification promises a refund.
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
