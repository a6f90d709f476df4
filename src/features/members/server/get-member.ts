import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { z } from 'zod'
import type { memberDetail } from '../contract-shapes'
import { MEMBER_TYPES, type MemberType } from '../rules/member-type'
import { parseSocialLinks } from '../rules/social-link'
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

type MemberRow = ContactRow & {
  id: string
  display_name: string
  full_name: string
  member_types: MemberType[]
  location: string | null
  avatar_url: string | null
  is_verified: boolean
  is_dj: boolean
  bio: string | null
  social_links: unknown
}

/**
 * Returns the page of a member, who was invited or has a member type. Not found for customers, hidden and blocked
 * people.
 */
export async function getMember(
  db: Database,
  id: string,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<z.input<typeof memberDetail>> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const [{ rows }, upcomingEvents] = await Promise.all([
    sql<MemberRow>`
      select p.id, p.display_name, p.full_name, p.location, p.avatar_url, p.is_verified, p.is_dj, p.bio, p.social_links,
        array(select t.member_type from user_member_types t where t.user_id = p.id) as member_types, ${contactColumns}
      from profiles p ${joinContactVisibility(viewer)}
      where p.id = ${id}::uuid and ${canOpenProfile(viewer)} and (
        exists (select from user_roles r where r.user_id = p.id and r.role <> 'customer')
        or exists (select from user_member_types t where t.user_id = p.id))`.execute(db),
    listPersonEvents(db, id, { period: 'upcoming', now, isOrganizer: true }),
  ])
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  return {
    id: row.id,
    name: row.display_name,
    fullName: row.full_name === row.display_name ? null : row.full_name,
    memberTypes: MEMBER_TYPES.filter((type) => row.member_types.includes(type)),
    location: row.location,
    avatarUrl: row.avatar_url,
    isVerified: row.is_verified,
    isDj: row.is_dj,
    bio: row.bio,
    contact: toContact(row),
    socialLinks: parseSocialLinks(row.social_links),
    upcomingEvents,
    isSelf: row.id === viewer.id,
  }
}
