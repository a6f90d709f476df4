import { type RawBuilder, sql } from 'kysely'
import { accountParts } from './parts-account'
import { chatParts } from './parts-chat'
import { eventParts } from './parts-events'
import { peopleParts } from './parts-people'
import { type Part, getNameSql, getEventSql } from './archive-part'

/**
 * Returns SQL for the payments `p` that meet a condition, with their refunds. `purpose` is null for payments of
 * orders.
 */
const listPayments = (condition: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(json_build_object('purpose', p.purpose, 'provider', p.provider, 'reference', p.provider_reference,
    'status', p.status, 'amountCents', p.amount_cents, 'method', p.method, 'at', p.created_at, 'settledAt', p.settled_at,
    'refunds', (select coalesce(json_agg(json_build_object('amountCents', r.amount_cents, 'status', r.status, 'reason', r.reason,
      'at', r.created_at, 'settledAt', r.settled_at) order by r.created_at, r.id), '[]') from refunds r where r.payment_id = p.id))
    order by p.created_at, p.id), '[]') from payments p where ${condition})`

const bookingParts: readonly Part[] = [
  {
    name: 'bookings',
    about:
      'Bookings as DJ or client: what both sides agreed on, each step, your own messages, and your payments and refunds.',
    covers: [
      'bookings.client_id',
      'bookings.dj_id',
      'bookings.awaiting_id',
      'bookings.cancelled_by',
      'booking_steps.actor_id',
    ],
    rows: (id) => sql`
      select b.booking_number as number, b.status, case when b.dj_id = ${id} then 'dj' else 'client' end as "you",
        case when b.dj_id = ${id} then ${getNameSql('b.client_id')} else ${getNameSql('b.dj_id')} end as "with",
        b.event_type as type, b.location, b.event_date as "startsAt", b.ends_at as "endsAt", b.timezone, b.currency, b.fee_cents as "feeCents",
        b.deposit_cents as "depositCents", b.deal, b.hospitality, b.technical, b.awaiting_id = ${id} as "waitsForYou", b.answer_by as "answerBy",
        b.cancelled_by = ${id} as "cancelledByYou", case when b.cancelled_by = ${id} or b.cancelled_by is null then b.cancel_reason end as "cancelReason", b.created_at as "requestedAt",
        b.completed_at as "completedAt", b.updated_at as "changedAt",
        (select coalesce(json_agg(json_build_object('kind', s.kind, 'byYou', coalesce(s.actor_id = ${id}, false), 'terms', s.terms,
          'message', case when s.actor_id = ${id} then s.message end, 'at', s.created_at) order by s.position), '[]')
          from booking_steps s where s.booking_id = b.id) as steps,
        ${listPayments(sql`p.booking_id = b.id and b.client_id = ${id}`)} as payments
      from bookings b where ${id} in (b.client_id, b.dj_id) order by b.created_at, b.id`,
  },
  {
    name: 'reviewsWritten',
    about: 'Reviews you wrote about others.',
    covers: ['reviews.author_id'],
    rows: (id) => sql`
      select ${getNameSql('r.subject_id')} as about, r.rating, r.body, r.created_at as "writtenAt", r.published_at as "publishedAt"
      from reviews r where r.author_id = ${id} order by r.created_at, r.id`,
  },
  {
    name: 'reviewsReceived',
    about: 'Reviews about you that everyone can read.',
    covers: ['reviews.subject_id'],
    rows: (id) => sql`
      select ${getNameSql('r.author_id')} as "by", r.rating, r.body, r.published_at as "publishedAt"
      from reviews r where r.subject_id = ${id} and r.published_at is not null order by r.published_at, r.id`,
  },
  {
    name: 'daysHeld',
    about: 'Days you marked in your calendar.',
    covers: ['calendar_holds.dj_id'],
    rows: (id) => sql`
      select day, until, note, created_at as "markedAt" from calendar_holds where dj_id = ${id} order by day, id`,
  },
  {
    name: 'calendarFeed',
    about:
      'Whether your calendar has a feed address. The address itself is left out, because it gives access to your calendar.',
    covers: ['calendar_feeds.user_id'],
    rows: (id) => sql`
      select version as "timesRenewed", revoked_at as "closedAt" from calendar_feeds where user_id = ${id}`,
  },
  {
    name: 'webhooks',
    about: 'Your webhooks, without their secrets, and the newest 1,000 messages of each in the last 30 days.',
    covers: ['webhook_endpoints.user_id'],
    rows: (id) => sql`
      select w.url, w.kinds, w.created_at as "addedAt", w.failing_since as "failingSince", w.disabled_at as "turnedOffAt",
        w.disabled_reason as "turnedOffReason",
        (select coalesce(json_agg(json_build_object('kind', d.kind, 'content', d.payload, 'at', d.created_at, 'attempts', d.attempts,
          'deliveredAt', d.delivered_at, 'failedAt', d.failed_at, 'lastStatus', d.last_status) order by d.created_at, d.id), '[]')
          from (select * from webhook_deliveries x where x.endpoint_id = w.id order by x.created_at desc, x.id desc limit 1000) d) as messages
      from webhook_endpoints w where w.user_id = ${id} order by w.created_at, w.id`,
  },
]

const ticketParts: readonly Part[] = [
  {
    name: 'orders',
    about: 'Your orders, payments and refunds.',
    covers: ['orders.customer_id'],
    rows: (id) => sql`
      select o.order_number as number, o.status, ${getEventSql('o.event_id')} as event, o.buyer_name as "name", o.buyer_email as email,
        o.currency, o.subtotal_cents as "subtotalCents", o.tax_mode as "tax", o.tax_ppm::float8 / 1000000 as "taxRate",
        o.added_tax_cents as "addedTaxCents", o.fee_cents as "feeCents", o.fee_tax_ppm::float8 / 1000000 as "feeTaxRate", o.total_cents as "totalCents", o.is_comp as "isGift",
        o.source, o.created_at as "orderedAt", o.confirmed_at as "confirmedAt", o.ended_at as "endedAt",
        (select coalesce(json_agg(json_build_object('type', t.name, 'quantity', i.quantity, 'unitCents', i.unit_cents,
          'discountCents', i.discount_cents, 'addedTaxCents', i.added_tax_cents, 'refunded', i.quantity_refunded, 'refundedCents', i.refunded_cents) order by t.sort_order, t.id), '[]')
          from order_items i join ticket_types t on t.id = i.ticket_type_id where i.order_id = o.id) as items,
        ${listPayments(sql`p.order_id = o.id`)} as payments
      from orders o where o.customer_id = ${id} order by o.created_at, o.id`,
  },
  {
    name: 'tickets',
    about: 'Your tickets; without their entry codes.',
    covers: ['tickets.customer_id'],
    rows: (id) => sql`
      select t.ticket_number as number, t.status, ${getEventSql('t.event_id')} as event, y.name as type, o.order_number as "order",
        t.holder_name as "holderName", t.created_at as "since", t.checked_in_at as "checkedInAt"
      from tickets t join ticket_types y on y.id = t.ticket_type_id join orders o on o.id = t.order_id
      where t.customer_id = ${id} order by t.created_at, t.id`,
  },
  {
    name: 'invoices',
    about:
      'Invoices and credit notes of your orders, and those issued in your name; without the names of other people.',
    covers: ['invoice_sellers.profile_id'],
    rows: (id) => sql`
      select i.invoice_number as number, i.kind, coalesce(s.profile_id = ${id}, false) as "issuedByYou", o.order_number as "order",
        i.issued_at as "issuedAt", i.currency, i.net_cents as "netCents", i.tax_cents as "taxCents", i.total_cents as "totalCents",
        i.content -> 'lines' as lines
      from invoices i join invoice_series r on r.id = i.series_id join invoice_sellers s on s.id = r.seller_id
        join orders o on o.id = i.order_id
      where s.profile_id = ${id} or o.customer_id = ${id} order by i.issued_at, i.id`,
  },
  {
    name: 'ticketsPassedOn',
    about: 'Tickets you transferred or received; without the address they were offered to.',
    covers: ['ticket_transfers.from_id', 'ticket_transfers.to_id'],
    rows: (id) => sql`
      select t.ticket_number as number, ${getEventSql('t.event_id')} as event, coalesce(f.from_id = ${id}, false) as "fromYou",
        case when f.from_id = ${id} then ${getNameSql('f.to_id')} else ${getNameSql('f.from_id')} end as "with", f.status,
        f.created_at as "offeredAt", f.settled_at as "settledAt"
      from ticket_transfers f join tickets t on t.id = f.ticket_id where ${id} in (f.from_id, f.to_id) order by f.created_at, f.id`,
  },
  {
    name: 'waitlists',
    about: 'Waitlists you joined.',
    covers: ['waitlist_entries.customer_id'],
    rows: (id) => sql`
      select ${getEventSql('y.event_id')} as event, y.name as type, w.quantity, w.status, w.created_at as "since", w.offered_at as "offeredAt",
        w.ended_at as "endedAt"
      from waitlist_entries w join ticket_types y on y.id = w.ticket_type_id where w.customer_id = ${id} order by w.created_at, w.id`,
  },
]

const siteParts: readonly Part[] = [
  {
    name: 'acts',
    about: 'Your recorded actions as organizer, moderator or admin. Other people appear by id.',
    // The audit log has the actor of every action. These columns have only the actor of the latest action.
    covers: [
      'chat_bans.banned_by',
      'chat_messages.hidden_by',
      'chat_mutes.muted_by',
      'invitations.revoked_by',
      'invite_requests.answered_by',
      'moderation_cases.decided_by',
      'settings.updated_by',
    ],
    rows: (id) => sql`
      select action, subject_type as "subjectType", subject_id as "subjectId", details, created_at as "at"
      from audit_log where actor_id = ${id} order by created_at, id`,
  },
  {
    name: 'actionsOnYourAccount',
    about: 'Changes to your account by others, and when.',
    covers: [],
    rows: (id) => sql`
      select action, created_at as "at" from audit_log
      where subject_type = 'person' and subject_id = ${id}::text and actor_id is distinct from ${id} and family = 'users'
      order by created_at, id`,
  },
]

/** All lists of the archive, in its order. */
export const parts: readonly Part[] = [
  ...accountParts,
  ...peopleParts,
  ...eventParts,
  ...ticketParts,
  ...bookingParts,
  ...chatParts,
  ...siteParts,
]
