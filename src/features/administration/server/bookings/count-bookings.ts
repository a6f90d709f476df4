import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { BookingStatus } from '../../contract-bookings'

export type BookingCounts = Record<'all' | BookingStatus, number>

export async function countBookings(db: Database): Promise<BookingCounts> {
  const { rows } = await sql<BookingCounts>`
    select count(*) as "all", count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'confirmed') as confirmed, count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status = 'cancelled') as cancelled from bookings`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('count query returned no row')
  return counts
}
