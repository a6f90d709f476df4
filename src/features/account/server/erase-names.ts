import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/**
 * Returns the ids of events that a person organizes, plays at or helps with. Call it before the person is detached from
 * them.
 */
export async function findEventsOfPerson(trx: Transaction, userId: string): Promise<string[]> {
  const id = sql`${userId}::uuid`
  const { rows } = await sql<{ id: string }>`
    select id from events where ${id} in (organizer_id, dj_id)
    union select event_id from line_up_slots where dj_id = ${id}
    union select event_id from event_people where person_id = ${id}`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * Clears the person's name from text that others wrote, but only where the name refers to this account. Guest lists:
 * the lists of the person's events, and entries that the person added. Join requests: requests by a connection or by
 * someone the person invited. A join request of anyone else is cleared only if its text is just this name, and no
 * other member has had the name since before the request.
 */
export async function eraseNames(trx: Transaction, userId: string, events: readonly string[]): Promise<void> {
  const id = sql`${userId}::uuid`
  // Keeps the guest on the list, but clears the name of the person who invited them.
  await sql`
    update guests g set guest_of = '' from profiles p
    where p.id = ${id} and g.guest_of <> '' and (g.event_id = any (${events}::uuid[]) or g.added_by = ${id})
      and lower(btrim(g.guest_of)) in (lower(p.full_name), lower(p.dj_name))`.execute(trx)
  // Whole words only: "Jo" doesn't match "Joanna".
  await sql`
    update invite_requests r set vouched_by = '' from profiles p
    where p.id = ${id} and r.vouched_by <> '' and (${matchName(sql`p.full_name`)} or ${matchName(sql`p.dj_name`)})
      and (${isKnownTo} or ${isOnlyMatch})`.execute(trx)
}

/** Whether the person who made the request `r` is a connection of the person `p`, or was invited by them. */
const isKnownTo = sql`exists (
  select from accounts a where a.email = r.email and a.email_verified_at is not null and (
    exists (select from connections c where c.status = 'accepted'
      and least(c.user_id, c.connected_user_id) = least(a.id, p.id)
      and greatest(c.user_id, c.connected_user_id) = greatest(a.id, p.id))
    or exists (select from invitations i where i.used_by = a.id and i.created_by = p.id)))`

const isOnlyMatch = sql`(
  ${normalizeText(sql`r.vouched_by`)} in (${normalizeText(sql`p.full_name`)}, ${normalizeText(sql`p.dj_name`)})
  and exists (select from user_roles u where u.user_id = p.id and u.role <> 'customer' and u.created_at < r.created_at)
  and not exists (select from profiles o where o.id <> p.id
    and ${normalizeText(sql`r.vouched_by`)} in (${normalizeText(sql`o.full_name`)}, ${normalizeText(sql`o.dj_name`)})))`

/** Returns SQL for whether `vouched_by` contains a name, by whole words. */
function matchName(name: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`strpos(${normalizeText(sql`r.vouched_by`)}, nullif(${normalizeText(name)}, '  ')) > 0`
}

/** Returns SQL for the text in lower case with a space before and after each word. */
function normalizeText(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(' ' || trim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g')) || ' ')`
}
