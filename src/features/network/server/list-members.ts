import { type RawBuilder, sql } from 'kysely'
import { findCursor } from '~/lib/time-cursor'
import { signedIn } from '~/platform/rpc/context'
import type { Member } from '../contract'
import type { MemberType } from '~/features/members/rules/member-type'
import { type ConnectionRow, standingOf } from '../rules/relation'
import type { ReadContext } from './context'
import { containsWords, cursorOf, microsOf, type PageInput, pageOf } from './page-of'
import {
  isBetween,
  isInDirectory,
  isNotSuspended,
  isUnblocked,
  type PersonRow,
  personColumns,
  toPerson,
} from './person-row'
import { friendsOf, nightsOf, nothingShared, readShared } from './shared'
import { toStandingOutput } from './standing-output'

interface MembersInput extends PageInput {
  q?: string | undefined
  type?: MemberType | undefined
  show: 'all' | 'suggested'
}

type Row = PersonRow & {
  place: number
  connection_id: string | null
  user_id: string
  connected_user_id: string
  status: ConnectionRow['status']
  note: string | null
  answered_at: Date | null
}

/** The directory, the longest-standing first, or whom the caller may want to know, those with the most in common first. */
export async function listMembers(
  context: ReadContext,
  input: MembersInput,
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const { db, now } = context
  const callerId = signedIn(context).id
  const conditions = [
    sql`p.id <> ${callerId}::uuid`,
    isInDirectory,
    isNotSuspended,
    isUnblocked(callerId),
    ...containsWords(sql`p.search_text`, input.q),
    ...(input.type
      ? [
          sql`exists (select from user_member_types t where t.user_id = p.id and t.member_type = ${input.type})`,
        ]
      : []),
  ]
  const page = input.show === 'all' ? everybody(conditions, input) : suggested(callerId, conditions, input)
  const { rows } = await sql<Row>`
    select ${personColumns}, p.place, c.id as connection_id, c.user_id, c.connected_user_id, c.status, c.note, c.answered_at
    from (${page}) p left join connections c on ${isBetween(callerId, sql`p.id`)}
    order by p.rank`.execute(db)
  const { shown, nextCursor } = pageOf(rows, { limit: input.limit, idOf: (row) => row.person_id })
  const ids = shown.map((row) => row.person_id)
  const shared = await readShared(db, callerId, { ids, now: now() })
  return {
    members: shown.map((row) => ({
      person: toPerson(row),
      standing: toStandingOutput(
        standingOf({ me: callerId, other: row.person_id }, connectionOf(row), now()),
      ),
      ...(shared.get(row.person_id) ?? nothingShared),
    })),
    nextCursor,
  }
}

function everybody(
  conditions: readonly RawBuilder<unknown>[],
  { after, limit }: PageInput,
): RawBuilder<unknown> {
  const cursor = cursorOf(after)
  const all = [...conditions, ...(cursor ? [sql`(p.created_at, p.id) > ${cursor}`] : [])]
  return sql`
    select p.*, ${microsOf(sql`p.created_at`)} as place, row_number() over (order by p.created_at, p.id) as rank
    from profiles p where ${sql.join(all, sql` and `)}
    order by p.created_at, p.id limit ${sql.lit(limit + 1)}`
}

/** A night together weighs more than any number of shared connections. Whoever once declined or was declined is left in peace. */
function suggested(
  callerId: string,
  conditions: readonly RawBuilder<unknown>[],
  { after, limit }: PageInput,
): RawBuilder<unknown> {
  const me = sql`${callerId}::uuid`
  const cursor = after === undefined ? undefined : findCursor(after)
  const all = [
    ...conditions,
    sql`not exists (select from connections c where ${isBetween(callerId, sql`p.id`)})`,
    ...(cursor ? [sql`(near.place, p.id) < (${cursor.micros}::bigint, ${cursor.id}::uuid)`] : []),
  ]
  return sql`
    with bills as materialized (select event_id from ${nightsOf(me)} nights),
    together as (
      select person_id, count(*) as nights from (
        select s.event_id, s.dj_id as person_id from line_up_slots s join bills on bills.event_id = s.event_id
        union select e.id, e.dj_id from events e join bills on bills.event_id = e.id
        union select e.id, e.organizer_id from events e join bills on bills.event_id = e.id
      ) bill where person_id is not null group by person_id
    ),
    known as (
      select theirs.id as person_id, count(*) as mutual
      from ${friendsOf(me)} mine cross join lateral ${friendsOf(sql`mine.id`)} theirs group by theirs.id
    ),
    near as (
      select person_id, coalesce(nights, 0) * 100000 + least(coalesce(mutual, 0), 99999) as place
      from together full join known using (person_id)
    )
    select p.*, near.place, row_number() over (order by near.place desc, p.id desc) as rank
    from near join profiles p on p.id = near.person_id where ${sql.join(all, sql` and `)}
    order by near.place desc, p.id desc limit ${sql.lit(limit + 1)}`
}

function connectionOf(row: Row): ConnectionRow | undefined {
  if (row.connection_id === null) return undefined
  return {
    id: row.connection_id,
    userId: row.user_id,
    connectedUserId: row.connected_user_id,
    status: row.status,
    note: row.note,
    answeredAt: row.answered_at,
  }
}
