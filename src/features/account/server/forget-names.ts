import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/** Events that somebody organizes, plays at or helps with. Read before they let go of them. */
export async function findEventsWith(trx: Transaction, userId: string): Promise<string[]> {
  const id = sql`${userId}::uuid`
  const { rows } = await sql<{ id: string }>`
    select id from events where ${id} in (organizer_id, dj_id)
    union select event_id from line_up_slots where dj_id = ${id}
    union select event_id from event_people where person_id = ${id}`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * What others wrote of somebody by name. Anybody may call themselves anything: only where it has to do with this account. A guest
 * list does, when it is of an event of theirs (or they wrote the line); a request to join, when its writer knows them here or came by
 * their code, or when it names nobody else and they are the only member of that name, since before it was written.
 */
export async function forgetNames(
  trx: Transaction,
  userId: string,
  events: readonly string[],
): Promise<void> {
  const id = sql`${userId}::uuid`
  // The guest still comes, as nobody's in particular.
  await sql`
    update guests g set guest_of = '' from profiles p
    where p.id = ${id} and g.guest_of <> '' and (g.event_id = any (${events}::uuid[]) or g.added_by = ${id})
      and lower(btrim(g.guest_of)) in (lower(p.full_name), lower(p.dj_name))`.execute(trx)
  // Whole words only: "Jo" is not in "Joanna".
  await sql`
    update invite_requests r set vouched_by = '' from profiles p
    where p.id = ${id} and r.vouched_by <> '' and (${says(sql`p.full_name`)} or ${says(sql`p.dj_name`)})
      and (${isKnownTo} or ${isNobodyElse})`.execute(trx)
}

/** Of the request `r` and the profile `p`. */
const isKnownTo = sql`exists (
  select from accounts a where a.email = r.email and a.email_verified_at is not null and (
    exists (select from connections c where c.status = 'accepted'
      and least(c.user_id, c.connected_user_id) = least(a.id, p.id)
      and greatest(c.user_id, c.connected_user_id) = greatest(a.id, p.id))
    or exists (select from invitations i where i.used_by = a.id and i.created_by = p.id)))`

const isNobodyElse = sql`(
  ${words(sql`r.vouched_by`)} in (${words(sql`p.full_name`)}, ${words(sql`p.dj_name`)})
  and exists (select from user_roles u where u.user_id = p.id and u.role <> 'customer' and u.created_at < r.created_at)
  and not exists (select from profiles o where o.id <> p.id
    and ${words(sql`r.vouched_by`)} in (${words(sql`o.full_name`)}, ${words(sql`o.dj_name`)})))`

/** Whether a name stands in what was said, by its words. */
function says(name: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`strpos(${words(sql`r.vouched_by`)}, nullif(${words(name)}, '  ')) > 0`
}

/** In small letters, a space before and after each word. */
function words(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(' ' || trim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g')) || ' ')`
}
