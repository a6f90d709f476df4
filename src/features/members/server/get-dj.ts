import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { z } from 'zod'
import type { djDetail } from '../contract-shapes'
import { isGenre } from '../rules/genre'
import { parseSocialLinks } from '../rules/social-link'
import { type DjRow, djColumns, toDjCard } from './dj-row'
import { refuse } from './refused-error'
import { listPersonEvents } from './person-events'
import {
  type ContactRow,
  contactColumns,
  joinContactVisibility,
  canOpenProfile,
  toContact,
  type Viewer,
} from './viewer'

type DetailRow = DjRow &
  ContactRow & {
    genres: string[]
    bio: string | null
    equipment: string[]
    rate_cents: number | null
    price_range: string | null
    deposit_percent: number | null
    availability_days: number[]
    social_links: unknown
    is_public: boolean
  }

/** P-01: returns a DJ’s page as this viewer may see it. Not found for people who are not DJs, hidden or blocked. */
export async function getDj(
  db: Database,
  id: string,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<z.input<typeof djDetail>> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const [{ rows }, upcomingEvents, pastEvents] = await Promise.all([
    sql<DetailRow>`
      select ${djColumns}, ${contactColumns}, p.genres, p.bio, p.equipment, p.rate_cents, p.price_range,
        p.deposit_percent, p.availability_days, p.social_links, p.is_public
      from profiles p ${joinContactVisibility(viewer)}
      where p.id = ${id}::uuid and p.is_dj and ${canOpenProfile(viewer)}`.execute(db),
    listPersonEvents(db, id, { period: 'upcoming', now }),
    listPersonEvents(db, id, { period: 'past', now }),
  ])
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  return {
    ...toDjCard(row),
    genres: row.genres.filter(isGenre),
    bio: row.bio,
    equipment: row.equipment,
    rateCents: row.rate_cents,
    priceRange: row.price_range,
    depositPercent: row.deposit_percent,
    availabilityDays: row.availability_days,
    contact: toContact(row),
    socialLinks: parseSocialLinks(row.social_links),
    upcomingEvents,
    pastEvents,
    isSelf: row.id === viewer.id,
    isPublic: row.is_public,
  }
}
