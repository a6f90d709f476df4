import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '~/platform/rpc/caller'
import type { DjDetail } from '../contract-shapes'

/** The viewer of a profile. */
export type Viewer = {
  id: string | null
  /** Whether they are an invited member. Customers can't see what is visible to `members`. */
  isMember: boolean
}

export function toViewer(caller: Caller | null): Viewer {
  return { id: caller?.id ?? null, isMember: caller?.roles.some((role) => role !== 'customer') ?? false }
}

/**
 * Needs `p`. True for the viewer’s own page, or a public page of a person who is not suspended and not blocked in
 * either direction.
 */
export function canOpen({ id }: Pick<Viewer, 'id'>): RawBuilder<boolean> {
  return sql`(p.id = ${id}::uuid or p.is_public and not is_suspended(p.id)
    and not is_blocked_between(${id}::uuid, p.id))`
}

export type ContactRow = {
  email: string | null
  phone: string | null
  restricted_to: 'members' | 'connections' | null
}

/** Needs `p` and `circles`, joined by `joinContact`. Hidden values never leave the database. */
export const contactColumns = sql`
  case when p.phone_visibility = any(circles.names) then p.phone end as phone,
  case when p.booking_email_visibility = any(circles.names) then p.booking_email end as email,
  (select max(kept.visibility)
    from (values (p.phone, p.phone_visibility), (p.booking_email, p.booking_email_visibility)) kept (value, visibility)
    where kept.value is not null and kept.visibility <> all(circles.names)) as restricted_to`

export function joinContact({ id, isMember }: Viewer): RawBuilder<unknown> {
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
