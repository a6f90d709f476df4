import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { createUnsubscribeInfo, hasEmailEnabled } from '~/features/notifications/server/public'
import { formatClock, formatDay, formatZone } from '~/lib/time'
import type { EmailServices } from '../context'
import { TransferEmail, transferEmailSubject } from '../email/transfer-email'
import { TransferAcceptedEmail, transferAcceptedSubject } from '../email/transfer-accepted-email'
import { findTransfer } from './find-transfer'
import { findTransferToken } from './transfer-token'

/** Emails the link of a pending transfer. Does nothing once the transfer was accepted or withdrawn. */
export async function sendTransferEmail(
  { db, mailer, settings, publicUrl, secret }: EmailServices & { secret: string },
  transferId: string,
): Promise<void> {
  const offered = await findTransfer(db, { id: transferId })
  if (offered === undefined) return
  const { eventTitle, fromName } = offered
  const { token_hash: hash } = await db
    .selectFrom('ticket_transfers')
    .select('token_hash')
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  const token = findTransferToken(transferId, hash, secret)
  if (token === undefined) throw new Error('SECRET has changed since the transfer was started')
  const body = createElement(TransferEmail, {
    title: eventTitle,
    fromName,
    ticketTypeName: offered.ticketTypeName,
    day: formatDay(offered.startsAt, offered.timezone),
    time: `${formatClock(offered.startsAt, offered.timezone)}, ${formatZone(offered.timezone)}`,
    venue: [offered.venueName, offered.location].filter(Boolean).join(', '),
    links: {
      take: `${publicUrl}/tickets/${token}`,
      flyer: `${publicUrl}/events/${offered.eventId}/flyer.png`,
    },
  })
  await mailer.send({
    to: offered.toEmail,
    subject: transferEmailSubject(eventTitle),
    ...(await renderEmail(body, await settings.read())),
  })
}

/** Emails the sender that the transfer was accepted and their QR code is no longer valid. */
export async function sendTransferAcceptedEmail(
  { db, mailer, settings, publicUrl, secret }: EmailServices & { secret: string },
  transferId: string,
): Promise<void> {
  const transfer = await db
    .selectFrom('ticket_transfers as x')
    .innerJoin('tickets as k', 'k.id', 'x.ticket_id')
    .innerJoin('events as e', 'e.id', 'k.event_id')
    .innerJoin('accounts as a', 'a.id', 'x.from_id')
    .leftJoin('profiles as p', 'p.id', 'x.to_id')
    .select(['a.id as from_id', 'a.email', 'e.title', 'k.ticket_number', 'p.display_name as taken_by'])
    .where('x.id', '=', transferId)
    .where('x.status', '=', 'accepted')
    .executeTakeFirst()
  if (transfer === undefined || transfer.email === null) return
  const { from_id: userId } = transfer
  if (!(await hasEmailEnabled(db, userId, 'transfers'))) return
  const stop = createUnsubscribeInfo({ userId, topic: 'transfers' }, { publicUrl, secret })
  const body = createElement(TransferAcceptedEmail, {
    stop,
    title: transfer.title,
    ticketNumber: transfer.ticket_number,
    takenBy: transfer.taken_by,
    link: `${publicUrl}/customer/dashboard`,
  })
  await mailer.send({
    to: transfer.email,
    subject: transferAcceptedSubject(transfer.title),
    headers: stop.headers,
    ...(await renderEmail(body, await settings.read())),
  })
}
