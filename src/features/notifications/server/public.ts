import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { newId } from '~/lib/ids'
import type { Jobs } from '~/platform/jobs/jobs'
import type { NotificationFacts } from '../rules/notification-facts'
import { type NotificationKind, getKindConfig } from '../rules/notification-kind'

export type { NotificationFacts } from '../rules/notification-facts'
export type { NotificationKind } from '../rules/notification-kind'
export { hasEmailEnabled } from './email-preferences'
export { createUnsubscribeInfo } from './unsubscribe-info'

export interface Notice {
  userId: string
  kind: NotificationKind
  /** The person who caused the notification; null if a job did. */
  actorId: string | null
  /**
   * The id of the row that the notification is about: a connection, booking, chat room, moderation case, event,
   * waitlist entry, ticket, or the person's own account. `getKindConfig(kind).link` may need it, and
   * `settleNotifications` finds notifications by it.
   */
  subjectId: string
  facts?: NotificationFacts
}

export const emailNotificationJob = 'notifications.email'

// Delays the email. Then a person who has the list open gets no email, nor does the recipient of a request that is
// withdrawn immediately.
const EMAIL_DELAY_MS = 5000

/**
 * Notifies people. Stores a row for the bell for each person and, if the kind is emailed, enqueues a job that sends
 * the email if the person wants it. Call it inside the transaction of the change, after `settleNotifications`. After
 * the commit, publish the topic `notifications`.
 */
export async function notify(
  trx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  notices: readonly Notice[],
): Promise<void> {
  // People aren't notified of their own actions.
  const notified = notices.filter(({ userId, actorId }) => userId !== actorId)
  if (notified.length === 0) return
  const rows = await trx
    .insertInto('notifications')
    .values(
      notified.map(({ userId, kind, actorId, subjectId, facts = {} }) => ({
        // Creates ids here, because the list is sorted by id, and ids from the database don't ascend within a
        // millisecond.
        id: newId(),
        user_id: userId,
        kind,
        actor_id: actorId,
        subject_id: subjectId,
        facts: JSON.stringify(facts),
      })),
    )
    .returning(['id', 'kind'])
    .execute()
  const emailed = new Set<string>(
    notified.map(({ kind }) => kind).filter((kind) => getKindConfig(kind).isEmailed),
  )
  const startAfter = new Date(Date.now() + EMAIL_DELAY_MS)
  for (const { id, kind } of rows)
    if (emailed.has(kind))
      await jobs.enqueue(trx, emailNotificationJob, { id }, { singletonKey: id, startAfter })
}

/**
 * Marks the notifications about a row as settled and read, once they need no answer: a request was answered or
 * withdrawn, or a booking had its next step. `userId` and `kinds` restrict this to the notifications of one person or
 * of some kinds.
 */
export async function settleNotifications(
  trx: Transaction,
  { subjectId, userId, kinds }: { subjectId: string; userId?: string; kinds?: readonly NotificationKind[] },
): Promise<void> {
  await trx
    .with('held', (query) =>
      query
        .selectFrom('notifications')
        .where('subject_id', '=', subjectId)
        .where('settled_at', 'is', null)
        .$if(userId !== undefined, (held) => held.where('user_id', '=', userId ?? ''))
        .$if(kinds !== undefined, (held) => held.where('kind', 'in', kinds ?? []))
        .select('id')
        // Same order as `markRead`, to avoid a deadlock.
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('notifications as n')
    .from('held')
    .whereRef('n.id', '=', 'held.id')
    .set({ settled_at: sql`now()`, read_at: sql`coalesce(n.read_at, now())` })
    .execute()
}
