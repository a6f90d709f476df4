import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import type { EmailServices } from '../context'
import { EventChangeEmail } from './event-change-email'
import { findRecipient, type Recipient } from './find-recipient'
import { createEmailTexts } from './email-texts'
import { refundBuyer } from '~/features/orders/server/public'
import type { NotifyHolder } from './notify-holders'

/**
 * Emails one ticket holder about a changed event. If the event was canceled, first refunds the order. Sends nothing
 * without an email address, or if the event has changed again, because another email covers that change.
 */
export async function notifyHolder(services: EmailServices, notified: NotifyHolder): Promise<void> {
  const { db, mailer, settings, publicUrl } = services
  if (notified.kind === 'cancelled' && notified.orderId !== undefined)
    await refundBuyer(db, { orderId: notified.orderId })
  const recipient = await findRecipient(db, notified)
  if (!recipient || recipient.email === '' || !isStillCurrent(notified, recipient.event)) return
  const { subject, ...texts } = createEmailTexts(notified, recipient, publicUrl)
  await mailer.send({
    to: recipient.email,
    subject,
    ...(await renderEmail(createElement(EventChangeEmail, texts), await settings.read())),
  })
}

function isStillCurrent({ kind, startsAt }: NotifyHolder, event: Recipient['event']): boolean {
  // At the daily limit the next email comes later, so this one is sent with the current details.
  if (event.isAtNotificationLimit && event.status !== 'cancelled') return true
  if (event.status === 'published')
    // A postponement is still current if its date has been confirmed since: no other email is sent about it.
    return kind !== 'cancelled' && (kind !== 'postponed' || startsAt === event.startsAt.toISOString())
  return kind === event.status
}
