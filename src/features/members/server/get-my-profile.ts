import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { findPlaceZone } from '~/lib/city-zones'
import type { MyProfile, Visibility } from '../contract-shapes'
import { isGenre } from '../rules/genre'
import { MEMBER_TYPES, type MemberType } from '../rules/member-type'
import { parseSocialLinks } from '../rules/social-link'

type OwnRow = {
  id: string
  email: string | null
  avatar_url: string | null
  member_types: MemberType[]
  profile_views: number
  full_name: string
  location: string | null
  bio: string | null
  dj_name: string | null
  phone: string | null
  phone_visibility: Visibility
  booking_email: string | null
  booking_email_visibility: Visibility
  social_links: unknown
  genres: string[]
  price_range: string | null
  rate_cents: number | null
  deposit_percent: number | null
  availability_days: number[]
  timezone: string | null
  equipment: string[]
  is_public: boolean
  version: string
}

/**
 * SQL for the version of a profile: the time of its last change in microseconds, as text. Needs `p`, a row of profiles.
 */
export const versionOf = sql<string>`((extract(epoch from p.updated_at) * 1000000)::bigint)::text`

/** Returns the caller’s editable profile. Throws if there is none, which cannot happen with a session. */
export async function getMyProfile(db: Database | Transaction, userId: string): Promise<MyProfile> {
  const { rows } = await sql<OwnRow>`
    select p.id, p.email, p.avatar_url, p.full_name, p.location, p.bio, p.dj_name, p.phone, p.phone_visibility, p.booking_email,
      p.booking_email_visibility, p.social_links, p.genres, p.price_range, p.rate_cents, p.deposit_percent,
      p.availability_days, p.timezone, p.equipment, p.is_public, ${versionOf} as version,
      array(select t.member_type from user_member_types t where t.user_id = p.id) as member_types,
      (select coalesce(sum(d.views), 0)::bigint from profile_view_days d where d.profile_id = p.id) as profile_views
    from profiles p where p.id = ${userId}::uuid`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a signed-in account has no profile')
  return {
    id: row.id,
    email: row.email,
    avatarUrl: row.avatar_url,
    memberTypes: MEMBER_TYPES.filter((type) => row.member_types.includes(type)),
    profileViews: row.profile_views,
    values: {
      fullName: row.full_name,
      location: row.location,
      bio: row.bio,
      djName: row.dj_name,
      phone: row.phone,
      phoneVisibility: row.phone_visibility,
      bookingEmail: row.booking_email,
      bookingEmailVisibility: row.booking_email_visibility,
      socialLinks: parseSocialLinks(row.social_links),
      genres: row.genres.filter(isGenre),
      priceRange: row.price_range,
      rateCents: row.rate_cents,
      depositPercent: row.deposit_percent,
      availabilityDays: row.availability_days,
      timezone: row.timezone ?? findPlaceZone(row.location ?? '') ?? null,
      equipment: row.equipment,
      isPublic: row.is_public,
      version: row.version,
    },
  }
}
