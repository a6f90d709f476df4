import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { type SharedEvent, describeSharedFacts } from '../rules/describe-shared-facts'

export interface Shared {
  mutualCount: number
  reason: string | null
}

/**
 * Selects the ids of the people a person is connected to. Has one select for connections that the person requested
 * and one for those they received, so that each uses its own index.
 */
export function selectConnectionIds(person: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select c.connected_user_id as id from connections c where c.user_id = ${person} and c.status = 'accepted'
    union all
    select c.user_id from connections c where c.connected_user_id = ${person} and c.status = 'accepted')`
}

/** Selects announced events (`event_id`, `plays`) that a person plays, hosts or organizes. */
export function selectPersonEvents(person: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select n.event_id, bool_or(n.plays) as plays from (
      select e.id as event_id, false as plays from events e where e.organizer_id = ${person}
      union all select e.id, true from events e where e.dj_id = ${person}
      union all select s.event_id, true from line_up_slots s where s.dj_id = ${person}
    ) n join events e on e.id = n.event_id and e.event_status in ('published', 'postponed')
    group by n.event_id)`
}

type SharedRow = {
  id: string
  mutual: number
  title: string | null
  is_ahead: boolean | null
  is_played_by_both: boolean | null
}

/**
 * Returns what the caller has in common with each of these people: one event (the next shared event, otherwise the
 * latest) and the number of mutual connections.
 */
export async function readSharedFacts(
  db: Database,
  callerId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Map<string, Shared>> {
  if (ids.length === 0) return new Map()
  const me = sql`${callerId}::uuid`
  const { rows } = await sql<SharedRow>`
    with mine as materialized (select id from ${selectConnectionIds(me)} friends),
      bills as materialized (select event_id, plays from ${selectPersonEvents(me)} events)
    select person.id,
      (select count(*) from ${selectConnectionIds(sql`person.id`)} friend where friend.id in (select id from mine)) as mutual,
      latest.title, latest.is_ahead, latest.is_played_by_both
    from unnest(${ids}::uuid[]) person (id)
    left join lateral (
      select e.title, e.event_date >= ${now}::timestamptz as is_ahead, bills.plays and theirs.plays as is_played_by_both
      from ${selectPersonEvents(sql`person.id`)} theirs
      join bills on bills.event_id = theirs.event_id
      join events e on e.id = theirs.event_id
      order by 2 desc, 3 desc, abs(extract(epoch from e.event_date - ${now}::timestamptz)), e.id
      limit 1
    ) latest on true`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      { mutualCount: row.mutual, reason: describeSharedFacts(toSharedEvent(row), row.mutual) },
    ]),
  )
}

function toSharedEvent({ title, is_ahead, is_played_by_both }: SharedRow): SharedEvent | null {
  if (title === null) return null
  return { title, isAhead: is_ahead === true, isPlayedByBoth: is_played_by_both === true }
}

export const nothingShared: Shared = { mutualCount: 0, reason: null }
