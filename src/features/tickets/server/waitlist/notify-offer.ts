import { sql } from 'kysely'
import type { Currency } from '~/lib/currency'
import { createElement } from 'react'
import { notify, createUnsubscribeInfo, hasEmailEnabled } from '~/features/notifications/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { renderEmail } from '~/design/email/render-email'
import { formatClock, formatZone } from '~/lib/time'
import type { EmailServices } from '../context'
import { OfferEmail, offerEmailSubject } from '../email/offer-email'

type Services = EmailServices & {
  secret: string
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
}

/** Notifies a customer on the waitlist of an offer. Does nothing once they have answered, or the offer has expired. */
export async function notifyOffer(
  { db, jobs, live, mailer, settings, publicUrl, secret }: Services,
  entryId: string,
): Promise<void> {
  const offer = await db
    .selectFrom('waitlist_entries as w')
    .innerJoin('orders as o', 'o.id', 'w.order_id')
    .innerJoin('order_items as i', (join) =>
      join.onRef('i.order_id', '=', 'o.id').onRef('i.ticket_type_id', '=', 'w.ticket_type_id'),
    )
    .innerJoin('ticket_types as t', 't.id', 'w.ticket_type_id')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('accounts as a', 'a.id', 'w.customer_id')
    .select([
      'w.customer_id',
      'a.email',
      'a.email_verified_at',
      'e.title',
      'e.id as event_id',
      'e.timezone',
      't.name',
      'i.quantity',
    ])
    .select(['o.total_cents', sql<Currency>`o.currency`.as('currency'), 'o.expires_at'])
    .where('w.id', '=', entryId)
    .where('w.status', '=', 'offered')
    .where('o.status', '=', 'reserved')
    .executeTakeFirst()
  if (offer === undefined) return
  const { title, quantity } = offer
  const stop = createUnsubscribeInfo({ userId: offer.customer_id, topic: 'waitlist' }, { publicUrl, secret })
  const body = createElement(OfferEmail, {
    stop,
    title,
    quantity,
    ticketTypeName: offer.name,
    until: `${formatClock(offer.expires_at, offer.timezone)}, ${formatZone(offer.timezone)}`,
    totalCents: offer.total_cents,
    currency: offer.currency,
    links: { waitlist: `${publicUrl}/waitlist`, flyer: `${publicUrl}/events/${offer.event_id}/flyer.png` },
  })
  // The email comes first: when it fails, the job runs again without a second notification. An unverified address may
  // be a stranger's.
  if (
    offer.email !== null &&
    offer.email_verified_at !== null &&
    (await hasEmailEnabled(db, offer.customer_id, 'waitlist'))
  )
    await mailer.send({
      to: offer.email,
      subject: offerEmailSubject(title, quantity),
      headers: stop.headers,
      ...(await renderEmail(body, await settings.read())),
    })
  await db.transaction().execute((trx) =>
    notify(trx, jobs, [
      {
        userId: offer.customer_id,
        kind: 'tickets_offered',
        actorId: null,
        subjectId: entryId,
        facts: { title },
      },
    ]),
  )
  live.publish([offer.customer_id], ['orders', 'tickets', 'notifications'])
}
