import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { toEpochMicros, toRowTuple } from '~/database/time-page-clauses'
import type { TimeKey } from '~/lib/cursor'
import { type PageInput, readTimePage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import type { member, Person } from '../contract'
import type { MemberType } from '~/features/members/rules/member-type'
import { type ConnectionRow, toRelationStatus } from '../rules/relation'
import type { ReadContext } from './context'
import { type PairRow, toConnectionRow } from './find-connection'
import {
  toWordConditions,
  isBetween,
  isInDirectory,
  isNotSuspended,
  isUnblocked,
  selectPerson,
} from './person-row'
import { selectConnectionIds, selectPersonEvents, nothingShared, readSharedFacts } from './shared-facts'

interface MembersInput extends PageInput {
  limit: number
  q?: string | undefined
  type?: MemberType | undefined
  show: 'all' | 'suggested'
}

type Row = PairRow & {
  id: string
  person: Person
  /**
   * The sort key of the row: the time when the account was created, in microseconds. For suggested members: how much
   * they share with the caller.
   */
  micros: number
  connection_id: string | null
}

/** Lists the directory, oldest accounts first, or the suggested members, most in common first. */
export async function listMembers(
  context: ReadContext,
  input: MembersInput,
): Promise<{ members: z.input<typeof member>[]; nextCursor: string | null }> {
  const { db, now } = context
  const callerId = requireCaller(context).id
  const conditions = [
    sql`p.id <> ${callerId}::uuid`,
    isInDirectory,
    isNotSuspended,
    isUnblocked(callerId),
    ...toWordConditions(sql`p.search_text`, input.q),
    ...(input.type
      ? [
          sql`exists (select from user_member_types t where t.user_id = p.id and t.member_type = ${input.type})`,
        ]
      : []),
  ]
  const { shown, nextCursor } = await readTimePage(
    { after: input.after },
    input.limit,
    async ({ row }, most) => {
      const page =
        input.show === 'all'
          ? selectEveryone(conditions, row, most)
          : selectSuggested(callerId, conditions, row, most)
      const { rows } = await sql<Row>`
        select ${selectPerson} as person, p.id, p.place as micros, c.id as connection_id, c.user_id, c.connected_user_id, c.status,
          c.note, c.answered_at
        from (${page}) p left join connections c on ${isBetween(callerId, sql`p.id`)}
        order by p.rank`.execute(db)
      return rows
    },
  )
  const ids = shown.map(({ id }) => id)
  const shared = await readSharedFacts(db, callerId, { ids, now: now() })
  return {
    members: shown.map((row) => ({
      person: row.person,
      relation: toRelationStatus({ me: callerId, other: row.id }, toConnection(row), now()),
      ...(shared.get(row.id) ?? nothingShared),
    })),
    nextCursor,
  }
}

function selectEveryone(
  conditions: readonly RawBuilder<unknown>[],
  after: TimeKey | undefined,
  most: number,
): RawBuilder<unknown> {
  const all = [...conditions, ...(after ? [sql`(p.created_at, p.id) > ${toRowTuple(after)}`] : [])]
  return sql`
    select p.*, ${toEpochMicros(sql`p.created_at`)} as place, row_number() over (order by p.created_at, p.id) as rank
    from profiles p where ${sql.join(all, sql` and `)}
    order by p.created_at, p.id limit ${sql.lit(most)}`
}

/**
 * Selects a page of suggested members. A shared event counts more than any number of shared connections. People with
 * any request between them, even a declined one, are left out.
 */
function selectSuggested(
  callerId: string,
  conditions: readonly RawBuilder<unknown>[],
  after: TimeKey | undefined,
  most: number,
): RawBuilder<unknown> {
  const me = sql`${callerId}::uuid`
  const all = [
    ...conditions,
    sql`not exists (select from connections c where ${isBetween(callerId, sql`p.id`)})`,
    ...(after ? [sql`(near.place, p.id) < (${after[0]}::bigint, ${after[1]}::uuid)`] : []),
  ]
  return sql`
    with bills as materialized (select event_id from ${selectPersonEvents(me)} events),
    together as (
      select person_id, count(*) as events from (
        select s.event_id, s.dj_id as person_id from line_up_slots s join bills on bills.event_id = s.event_id
        union select e.id, e.dj_id from events e join bills on bills.event_id = e.id
        union select e.id, e.organizer_id from events e join bills on bills.event_id = e.id
      ) bill where person_id is not null group by person_id
    ),
    known as (
      select theirs.id as person_id, count(*) as mutual
      from ${selectConnectionIds(me)} mine cross join lateral ${selectConnectionIds(sql`mine.id`)} theirs group by theirs.id
    ),
    near as (
      select person_id, coalesce(events, 0) * 100000 + least(coalesce(mutual, 0), 99999) as place
      from together full join known using (person_id)
    )
    select p.*, near.place, row_number() over (order by near.place desc, p.id desc) as rank
    from near join profiles p on p.id = near.person_id where ${sql.join(all, sql` and `)}
    order by near.place desc, p.id desc limit ${sql.lit(most)}`
}

function toConnection(row: Row): ConnectionRow | undefined {
  return row.connection_id === null ? undefined : toConnectionRow({ ...row, id: row.connection_id })
}
