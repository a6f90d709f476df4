import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { NotificationFacts } from '../rules/notification-facts'
import { isNotificationKind, type NotificationKind, getKindConfig } from '../rules/notification-kind'
import { hasEmailEnabled } from './email-preferences'
import { readFacts } from './notification-facts'

export interface DueNotification {
  id: string
  userId: string
  /** Verified by its owner. */
  email: string
  kind: NotificationKind
  subjectId: string
  actorName: string | null
  facts: NotificationFacts
}

/**
 * Finds a notification that still has to be emailed: unread, not settled, not emailed, to a verified address of a
 * person who is not suspended and has not unsubscribed from the topic.
 */
export async function findDueNotification(
  db: Database,
  id: string,
  now: Date,
): Promise<DueNotification | undefined> {
  const row = await db
    .selectFrom('notifications as n')
    .innerJoin('accounts as a', 'a.id', 'n.user_id')
    .leftJoin('profiles as p', 'p.id', 'n.actor_id')
    .select(['n.id', 'n.user_id', 'n.kind', 'n.subject_id', 'n.facts', 'a.email', 'p.display_name'])
    .where('n.id', '=', id)
    .where('n.read_at', 'is', null)
    .where('n.settled_at', 'is', null)
    .where('n.emailed_at', 'is', null)
    .where('a.email_verified_at', 'is not', null)
    .where(sql<boolean>`(a.suspended_until is null or a.suspended_until <= ${now})`)
    .executeTakeFirst()
  if (!row || row.email === null || !isNotificationKind(row.kind) || !getKindConfig(row.kind).isEmailed)
    return undefined
  if (!(await hasEmailEnabled(db, row.user_id, getKindConfig(row.kind).topic))) return undefined
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    kind: row.kind,
    subjectId: row.subject_id ?? '',
    actorName: row.display_name,
    facts: readFacts(row.facts),
  }
}
