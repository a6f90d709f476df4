import { sql } from 'kysely'
import { getNameSql, type Part } from './archive-part'

export const bookingParts: readonly Part[] = [
  {
    name: 'bookings',
    about: 'Bookings as DJ or client: what both sides agreed on, each step, and your own messages.',
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
        b.event_type as type, b.location, b.event_date as "startsAt", b.ends_at as "endsAt", b.timezone, b.fee_cents as "feeCents",
        b.deposit_cents as "depositCents", b.hospitality, b.technical, b.awaiting_id = ${id} as "waitsForYou", b.answer_by as "answerBy",
        b.cancelled_by = ${id} as "cancelledByYou", case when b.cancelled_by = ${id} or b.cancelled_by is null then b.cancel_reason end as "cancelReason", b.created_at as "requestedAt",
        b.completed_at as "completedAt", b.updated_at as "changedAt",
        (select coalesce(json_agg(json_build_object('kind', s.kind, 'byYou', coalesce(s.actor_id = ${id}, false), 'terms', s.terms,
          'message', case when s.actor_id = ${id} then s.message end, 'at', s.created_at) order by s.position), '[]')
          from booking_steps s where s.booking_id = b.id) as steps
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
    about: 'Whether your calendar has a feed address; without the address, which would give access to it.',
    covers: ['calendar_feeds.user_id'],
    rows: (id) => sql`
      select version as "timesRenewed", revoked_at as "closedAt" from calendar_feeds where user_id = ${id}`,
  },
]
