import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { getEmailTexts, formatSenderName } from '../rules/email-texts'
import { getKindConfig, isNotificationKind, type NotificationKind } from '../rules/notification-kind'
import type { NotificationsServices } from './context'
import { NotificationEmail } from './email/notification-email'
import { createUnsubscribeInfo } from './unsubscribe-info'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { NotificationFacts } from '../rules/notification-facts'
import { hasEmailEnabled } from './email-preferences'
import { parseFacts } from './notification-facts'

interface DueNotification {
  id: string
  userId: string
  /** The verified email address. */
  email: string
  kind: NotificationKind
  subjectId: string
  actorName: string | null
  facts: NotificationFacts
}

/**
 * Emails a notification at most once, even with concurrent or repeated attempts, because each attempt first claims
 * the notification. If the mail server refuses the email, the attempt releases the claim and throws, so that the job
 * is retried. If the process stops after the claim, the email may be lost, but is never sent twice.
 */
export async function sendNotificationEmail(
  services: NotificationsServices,
  id: string,
  now: Date,
): Promise<void> {
  const { db, mailer } = services
  const due = await findDueNotification(db, id, now)
  if (!due) return
  const written = await writeNotificationEmail(services, due)
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ emailed_at: now })
    .where('id', '=', id)
    .where('emailed_at', 'is', null)
    .where('read_at', 'is', null)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  try {
    await mailer.send(written)
  } catch (error) {
    await db.updateTable('notifications').set({ emailed_at: null }).where('id', '=', id).execute()
    throw error
  }
}

async function writeNotificationEmail(services: NotificationsServices, due: DueNotification) {
  const { secret, config } = services
  const { publicUrl } = config
  const site = await services.settings.read()
  const { kind, subjectId, actorName, facts, userId, email } = due
  const stop = createUnsubscribeInfo({ userId, topic: getKindConfig(kind).topic }, { publicUrl, secret })
  const body = createElement(NotificationEmail, { kind, subjectId, actorName, facts, publicUrl, stop })
  const fromName = formatSenderName(actorName, site.name)
  return {
    to: email,
    subject: getEmailTexts(kind, actorName, facts).subject,
    ...(fromName === undefined ? {} : { fromName }),
    headers: stop.headers,
    ...(await renderEmail(body, site)),
  }
}

/**
 * Finds a notification that still has to be emailed: unread, not settled, not emailed, to a verified address of a
 * person who is not suspended and has not unsubscribed from the topic.
 */
async function findDueNotification(
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
    facts: parseFacts(row.facts),
  }
}
