import { type RawBuilder, sql } from 'kysely'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { readTimePage } from '~/lib/list-page'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import { requireCaller } from '~/platform/rpc/context'
import type { BookingStatus, BookingSummary } from '../contract-shapes'
import { selectBookingColumns, bookingJoins, type BookingRow, toSummary } from './booking-row'
import type { Context } from './context'

interface ListInput {
  status?: BookingStatus | undefined
  q?: string | undefined
  period: 'ahead' | 'past'
  after?: string | undefined
  limit: number
}

/**
 * Returns a page of the caller's bookings. Reads each side from its own index, so that a long history needs no sorting.
 */
export async function listBookings(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
  { status, q, period, after, limit }: ListInput,
): Promise<{ bookings: BookingSummary[]; nextCursor: string | null }> {
  const callerId = requireCaller(context).id
  const now = context.now()
  const isAhead = period === 'ahead'
  const conditions = [
    isAhead ? sql`b.ends_at > ${now}::timestamptz` : sql`b.ends_at <= ${now}::timestamptz`,
    ...(status ? [sql`b.status = ${status}`] : []),
  ]
  const patterns = splitSearchWords(q ?? '').map(toLikePattern)
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = createTimePageClauses('b', start, conditions, { moment: 'event_date', oldestFirst: isAhead })
    const page = sql`order by ${walk.order} limit ${sql.lit(most)}`
    const selectSide = (column: 'b.client_id' | 'b.dj_id') => sql`(
      select b.* from bookings b
      where ${sql.join([sql`${sql.ref(column)} = ${callerId}::uuid`, walk.where, ...patterns.map((word) => matchWord(column, word))], sql` and `)} ${page})`
    const { rows } = await sql<BookingRow & { micros: number }>`
      select ${selectBookingColumns(callerId)}, ${walk.micros} as micros
      from (select * from (${selectSide('b.client_id')} union all ${selectSide('b.dj_id')}) b ${page}) b ${bookingJoins}
      order by ${walk.order}`.execute(context.db)
    return rows
  })
  return { bookings: shown.map((row) => toSummary(row, callerId, now)), nextCursor }
}

/** The condition that the booking, its event or the other person's name contains a word. */
function matchWord(own: 'b.client_id' | 'b.dj_id', word: string): RawBuilder<unknown> {
  const other = sql.ref(own === 'b.client_id' ? 'b.dj_id' : 'b.client_id')
  return sql`(fold_text(b.location || ' ' || b.event_type || ' ' || b.booking_number) like ${word}
    or exists (select from profiles p where p.id = ${other}
      and fold_text(p.full_name || ' ' || coalesce(p.dj_name, '')) like ${word})
    or exists (select from events e where e.id = b.event_id and fold_text(e.title) like ${word}))`
}
