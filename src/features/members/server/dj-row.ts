import { sql } from 'kysely'
import type { DjCard } from '../contract-shapes'

export type DjRow = {
  id: string
  display_name: string
  genre: string | null
  location: string | null
  avatar_url: string | null
  is_verified: boolean
  rating: number | null
  bookings: number
}

export const djColumns = sql`
  p.id, p.display_name, p.genre, p.location, p.avatar_url, p.is_verified,
  (select round(avg(r.rating), 1)::float8 from reviews r where r.subject_id = p.id and r.is_of_dj and r.published_at is not null) as rating,
  (select count(*) from bookings b where b.dj_id = p.id and b.status = 'completed') as bookings`

export function toDjCard(row: DjRow): DjCard {
  return {
    id: row.id,
    name: row.display_name,
    genre: row.genre,
    location: row.location,
    avatarUrl: row.avatar_url,
    isVerified: row.is_verified,
    rating: row.rating,
    bookings: row.bookings,
  }
}
