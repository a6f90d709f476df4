import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import type { TimeKey } from '~/lib/cursor'
import { type PageInput, type PageStart, readTimePage } from '~/lib/list-page'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import type { bookingPage, bookingRow, BookingStatus } from '../../contract-bookings'
import { getPersonSql } from './person-columns'

const PAGE = 25
/** How many of the newest bookings a search scans before it uses the indexes; see audit/list-audit-rows. */
const SCAN_WINDOW = 1000
const MAX_PEOPLE = 500

interface ListInput extends PageInput {
  q?: string | undefined
  status?: BookingStatus | undefined
}

type Row = z.input<typeof bookingRow> & { micros: number }

/** AD-10: lists a page of all bookings, newest first. */
export async function listAllBookings(db: Database, input: ListInput): Promise<z.input<typeof bookingPage>> {
  const terms = splitSearchWords(input.q ?? '')
  const found = await Promise.all(terms.map((word) => matchWord(db, word)))
  const hasIndex = terms.some((word) => word.length >= 3)
  const { shown, ...place } = await readTimePage(input, PAGE, (start, most) =>
    listBookingRows(db, { start, most, status: input.status, found, hasIndex }),
  )
  return { bookings: shown, ...place }
}

interface RowQuery {
  start: PageStart<TimeKey>
  most: number
  status: BookingStatus | undefined
  found: readonly RawBuilder<unknown>[]
  hasIndex: boolean
}

async function listBookingRows(
  db: Database,
  { start, most, status, found, hasIndex }: RowQuery,
): Promise<Row[]> {
  const walk = createTimePageClauses('b', start, status ? [sql`b.status = ${status}`] : [])
  const { order, micros } = walk

  async function selectBookings(from: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select b.id, ${micros} as micros, b.booking_number as number, b.event_date as "startsAt", b.timezone,
        b.event_type as "eventType", b.location, b.status, b.created_at as "createdAt",
        ${getPersonSql('c')} as client, ${getPersonSql('d')} as dj
      from (${from} order by ${order} limit ${sql.lit(most)}) b
        left join profiles c on c.id = b.client_id left join profiles d on d.id = b.dj_id
      order by ${order}`.execute(db)
    return rows
  }

  const newest = sql`select * from bookings b where ${walk.where}`
  if (found.length === 0) return selectBookings(newest)
  const isFound = sql.join(found, sql` and `)
  const near = await selectBookings(
    sql`select * from (${newest} order by ${order} limit ${sql.lit(SCAN_WINDOW)}) b where ${isFound}`,
  )
  if (near.length === most || !hasIndex) return near
  return selectBookings(
    sql`select * from (with found as materialized (select * from bookings b where ${isFound} and ${walk.where}) select * from found) b`,
  )
}

async function matchWord(db: Database, word: string): Promise<RawBuilder<unknown>> {
  const pattern = toLikePattern(word)
  const isInText = sql`fold_text(b.location || ' ' || b.event_type || ' ' || b.booking_number) like ${pattern}`
  if (word.length < 3) return sql`(${isInText})`
  const { rows } = await sql<{ id: string }>`
    select id from profiles where fold_text(full_name || ' ' || coalesce(dj_name, '')) like ${pattern}
    limit ${sql.lit(MAX_PEOPLE)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return sql`(${isInText} or b.client_id = any(${ids}::uuid[]) or b.dj_id = any(${ids}::uuid[]))`
}
