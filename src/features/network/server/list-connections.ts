import { sql } from 'kysely'
import type { z } from 'zod'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { type PageInput, readTimePage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import type { connection, Counts, NetworkTab, Person } from '../contract'
import type { ReadContext } from './context'
import { toWordConditions, selectPerson } from './person-row'
import { nothingShared, readSharedFacts } from './shared-facts'

type Connection = z.input<typeof connection>
type Row = Omit<Connection, 'mutualCount' | 'reason'> & { micros: number }

/**
 * NW-01: lists the connections or requests of one tab of the network page, newest first. Both people see an accepted
 * connection in their lists.
 */
export async function listConnections(
  context: ReadContext,
  { tab, q, after, limit }: { tab: NetworkTab; q?: string | undefined; limit: number } & PageInput,
): Promise<{ connections: Connection[]; nextCursor: string | null }> {
  const callerId = requireCaller(context).id
  const me = sql`${callerId}::uuid`
  const sentRequests = sql`select id, connected_user_id as other, note, created_at, answered_at from connections where user_id = ${me}`
  const receivedRequests = sql`select id, user_id as other, note, created_at, answered_at from connections where connected_user_id = ${me}`
  const waits = sql`and status = 'pending'`
  const tabRows = {
    connections: sql`${sentRequests} and status = 'accepted' union all ${receivedRequests} and status = 'accepted'`,
    pending: sql`${receivedRequests} ${waits}`,
    sent: sql`${sentRequests} ${waits}`,
  }[tab]
  const moment = tab === 'connections' ? 'answered_at' : 'created_at'
  // Searches names only: a search for Leeds should not find everyone who lives there.
  const conditions = toWordConditions(
    sql`fold_text(p.full_name || ' ' || case when p.is_dj then coalesce(p.dj_name, '') else '' end)`,
    q,
  )
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = createTimePageClauses('c', start, conditions, { moment })
    const { rows } = await sql<Row>`
      select ${selectPerson} as person, c.id, c.note, ${sql.ref(`c.${moment}`)} as since, ${walk.micros} as micros
      from (${tabRows}) c join profiles p on p.id = c.other
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(context.db)
    return rows
  })
  const ids = shown.map(({ person }) => person.id)
  const shared = await readSharedFacts(context.db, callerId, { ids, now: context.now() })
  return {
    connections: shown.map((row) => ({ ...row, ...(shared.get(row.person.id) ?? nothingShared) })),
    nextCursor,
  }
}

/** Counts the rows of each tab of the network page: accepted connections, received requests and sent requests. */
export async function countConnections(context: ReadContext): Promise<Counts> {
  const me = sql`${requireCaller(context).id}::uuid`
  const { rows } = await sql<Counts>`
    select
      (select count(*) from connections where user_id = ${me} and status = 'accepted')
        + (select count(*) from connections where connected_user_id = ${me} and status = 'accepted') as connections,
      (select count(*) from connections where connected_user_id = ${me} and status = 'pending') as pending,
      (select count(*) from connections where user_id = ${me} and status = 'pending') as sent`.execute(
    context.db,
  )
  return rows[0] ?? { connections: 0, pending: 0, sent: 0 }
}

/** Lists the people the caller blocked, newest first. */
export async function listBlockedPeople(
  context: ReadContext,
  { after, limit }: PageInput & { limit: number },
): Promise<{ people: Person[]; nextCursor: string | null }> {
  const callerId = requireCaller(context).id
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = createTimePageClauses('b', start, [])
    const { rows } = await sql<{ person: Person; id: string; micros: number }>`
      select ${selectPerson} as person, b.id, ${walk.micros} as micros
      from (select blocked_id as id, created_at from blocks where blocker_id = ${callerId}::uuid) b join profiles p on p.id = b.id
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(context.db)
    return rows
  })
  return { people: shown.map(({ person }) => person), nextCursor }
}
