import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '~/platform/rpc/caller'
import type { DjDetail } from '../contract-shapes'

/** The viewer of a profile. */
export type Viewer = {
  id: string | null
  /** Whether the viewer is an invited member. Customers can't see details that are visible to `members`. */
  isMember: boolean
}

export function toViewer(caller: Caller | null): Viewer {
  return { id: caller?.id ?? null, isMember: caller?.roles.some((role) => role !== 'customer') ?? false }
}

/**
 * Returns SQL that is true if the viewer may open a profile: their own, or a public one of a person who is neither
 * suspended nor blocked in either direction. Needs `p`, a row of profiles.
 */
export function canOpenProfile({ id }: Pick<Viewer, 'id'>): RawBuilder<boolean> {
  return sql`(p.id = ${id}::uuid or p.is_public and not is_suspended(p.id)
    and not is_blocked_between(${id}::uuid, p.id))`
}

export type ContactRow = {
  email: string | null
  phone: string | null
  restricted_to: 'members' | 'connections' | null
}

/**
 * SQL for the contact details that the viewer may see; hidden values never leave the database. Needs `p` and `circles`,
 * joined by `joinContactVisibility`.
 */
export const contactColumns = sql`
  case when p.phone_visibility = any(circles.names) then p.phone end as phone,
  case when p.booking_email_visibility = any(circles.names) then p.booking_email end as email,
  (select max(kept.visibility)
    from (values (p.phone, p.phone_visibility), (p.booking_email, p.booking_email_visibility)) kept (value, visibility)
    where kept.value is not null and kept.visibility <> all(circles.names)) as restricted_to`

export function joinContactVisibility({ id, isMember }: Viewer): RawBuilder<unknown> {
  return sql`cross join lateral (
    select case
      when p.id = ${id}::uuid or are_connected(${id}::uuid, p.id) then array['everyone', 'members', 'connections']
      when ${isMember}::boolean then array['everyone', 'members']
      else array['everyone']
    end as names
  ) circles`
}

export function toContact(row: ContactRow): DjDetail['contact'] {
  return { email: row.email, phone: row.phone, restrictedTo: row.restricted_to }
}
