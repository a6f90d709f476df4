import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { getEmailTexts, formatSenderName } from '../rules/email-texts'
import { getKindConfig } from '../rules/notification-kind'
import type { NotificationsServices } from './context'
import { type DueNotification, findDueNotification } from './find-due-notification'
import { NotificationEmail } from './email/notification-email'
import { createUnsubscribeInfo } from './unsubscribe-info'

/**
 * Emails a notification at most once, even with concurrent or repeated attempts, because the sender claims it first. If
 * the mail server refuses, it releases the claim and throws, so that the job is retried. If the process stops in
 * between, at most one email was sent.
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
