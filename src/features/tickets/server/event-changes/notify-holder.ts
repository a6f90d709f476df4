import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import type { EmailServices } from '../context'
import { EventChangeEmail } from './event-change-email'
import { findRecipient, type Recipient } from './find-recipient'
import { eventWords } from './email-words'
import { refundBuyer } from '~/features/orders/server/public'
import type { TellHolder } from './notify-holders'

/**
 * Emails one holder of tickets what became of the event; of a cancelled one their money goes back first. Nothing to do where the event has
 * changed again (another email says so), or where there is no address any more.
 */
export async function tellHolder(services: EmailServices, told: TellHolder): Promise<void> {
  const { db, mailer, settings, publicUrl } = services
  if (told.kind === 'cancelled' && told.orderId !== undefined)
    await refundBuyer(db, { orderId: told.orderId })
  const recipient = await findRecipient(db, told)
  if (!recipient || recipient.email === '' || !isStillSo(told, recipient.event)) return
  const { subject, ...words } = eventWords(told, recipient, publicUrl)
  await mailer.send({
    to: recipient.email,
    subject,
    ...(await renderEmail(createElement(EventChangeEmail, words), await settings.read())),
  })
}

function isStillSo({ kind, startsAt }: TellHolder, event: Recipient['event']): boolean {
  // Another email comes later, perhaps tomorrow: this one says what is now.
  if (event.isToldEnough && event.status !== 'cancelled') return true
  if (event.status === 'published')
    // Postponed to a date that has been confirmed since: this email is the only one that tells of it.
    return kind !== 'cancelled' && (kind !== 'postponed' || startsAt === event.startsAt.toISOString())
  return kind === event.status
}
