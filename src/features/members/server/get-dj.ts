import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { DjDetail, UpcomingEvent } from '../contract-shapes'
import { readSocialLinks } from '../rules/social-link'
import { type DjRow, djColumns, isPublicDj, toDjCard } from './dj-row'
import { toUpcoming, type UpcomingRow, upcomingColumns } from './upcoming-event'

type DetailRow = DjRow & {
  bio: string | null
  equipment: string[]
  rate_cents: number | null
  availability_days: number[]
  email: string
  phone: string | null
  social_links: unknown
}

const MOST_EVENTS = 6

/** P-01. Undefined for whoever is no DJ or is not public: their page does not exist. */
export async function findDj(db: Database, id: string, now: Date): Promise<DjDetail | undefined> {
  if (!isId(id)) return undefined
  const [{ rows }, upcomingEvents] = await Promise.all([
    sql<DetailRow>`
      select ${djColumns}, p.bio, p.equipment, p.rate_cents, p.availability_days, p.email, p.phone, p.social_links
      from profiles p where p.id = ${id}::uuid and ${isPublicDj}`.execute(db),
    listUpcoming(db, id, now),
  ])
  const [row] = rows
  return (
    row && {
      ...toDjCard(row),
      bio: row.bio,
      equipment: row.equipment,
      rateCents: row.rate_cents,
      availabilityDays: row.availability_days,
      email: row.email,
      phone: row.phone,
      socialLinks: readSocialLinks(row.social_links),
      upcomingEvents,
    }
  )
}

/** Public nights that this DJ hosts or plays, the next one first. */
async function listUpcoming(db: Database, djId: string, now: Date): Promise<UpcomingEvent[]> {
  const { rows } = await sql<UpcomingRow>`
    select ${upcomingColumns} from events e
    where e.id in (
        select h.id from events h where h.dj_id = ${djId}::uuid and h.event_date >= ${now}::timestamptz
        union select s.event_id from line_up_slots s where s.dj_id = ${djId}::uuid
      )
      and e.is_public and e.event_status = 'published' and e.event_date >= ${now}::timestamptz
    order by e.event_date, e.id limit ${sql.lit(MOST_EVENTS)}`.execute(db)
  return rows.map(toUpcoming)
}
