import { type RawBuilder, sql } from 'kysely'
import { likePattern, searchWords } from '~/lib/search-words'
import { findCursor, writeCursor } from '~/lib/time-cursor'
import { signedIn } from '~/platform/rpc/context'
import type { BookingStatus, BookingSummary } from '../contract-shapes'
import { bookingColumns, bookingJoins, type BookingRow, toSummary } from './booking-row'
import type { Context } from './context'

interface ListInput {
  status?: BookingStatus | undefined
  q?: string | undefined
  when: 'ahead' | 'past'
  after?: string | undefined
  limit: number
}

/** Returns a page of the caller's own bookings. Each side is read along its own index, so a long history needs no sorting. */
export async function listBookings(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
  { status, q, when, after, limit }: ListInput,
): Promise<{ bookings: BookingSummary[]; nextCursor: string | null }> {
  const callerId = signedIn(context).id
  const now = context.now()
  const cursor = after === undefined ? undefined : findCursor(after)
  const isAhead = when === 'ahead'
  const order = isAhead ? sql`event_date, id` : sql`event_date desc, id desc`
  const conditions: RawBuilder<unknown>[] = [
    isAhead ? sql`ends_at > ${now}::timestamptz` : sql`ends_at <= ${now}::timestamptz`,
  ]
  if (status) conditions.push(sql`status = ${status}`)
  if (cursor) {
    const from = sql`(timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`
    conditions.push(isAhead ? sql`(event_date, id) > ${from}` : sql`(event_date, id) < ${from}`)
  }
  const words = searchWords(q ?? '').map(likePattern)
  const sideOf = (column: 'client_id' | 'dj_id') => sql`(
    select * from bookings where ${sql.ref(column)} = ${callerId}::uuid and ${sql.join([...conditions, ...words.map((word) => matches(column, word))], sql` and `)}
    order by ${order} limit ${sql.lit(limit + 1)})`
  const { rows } = await sql<BookingRow & { starts_us: number }>`
    select ${bookingColumns(callerId)}, (extract(epoch from b.event_date) * 1000000)::bigint as starts_us
    from (
      select * from (${sideOf('client_id')} union all ${sideOf('dj_id')}) sides
      order by ${order} limit ${sql.lit(limit + 1)}
    ) b ${bookingJoins}
    order by ${isAhead ? sql`b.event_date, b.id` : sql`b.event_date desc, b.id desc`}`.execute(context.db)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    bookings: shown.map((row) => toSummary(row, callerId, now)),
    nextCursor: last ? writeCursor({ micros: last.starts_us, id: last.id }) : null,
  }
}

/** A word of the booking itself, of its event, or of the other person. */
function matches(own: 'client_id' | 'dj_id', word: string): RawBuilder<unknown> {
  const other = sql.ref(own === 'client_id' ? 'bookings.dj_id' : 'bookings.client_id')
  return sql`(fold_text(location || ' ' || event_type || ' ' || booking_number) like ${word}
    or exists (select from profiles p where p.id = ${other}
      and fold_text(p.full_name || ' ' || coalesce(p.dj_name, '')) like ${word})
    or exists (select from events e where e.id = bookings.event_id and fold_text(e.title) like ${word}))`
}
