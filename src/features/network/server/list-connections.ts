import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import type { Connection, Counts, NetworkTab, Person } from '../contract'
import type { ReadContext } from './context'
import { containsWords, cursorOf, microsOf, type PageInput, pageOf } from './page-of'
import { type PersonRow, personColumns, toPerson } from './person-row'
import { nothingShared, readShared } from './shared'

type Row = PersonRow & { id: string; note: string | null; at: Date; place: number }

/** NW-01: one tab, the latest first. Both sides list an accepted connection. */
export async function listConnections(
  context: ReadContext,
  { tab, q, after, limit }: { tab: NetworkTab; q?: string | undefined } & PageInput,
): Promise<{ connections: Connection[]; nextCursor: string | null }> {
  const callerId = signedIn(context).id
  const me = sql`${callerId}::uuid`
  const asked = sql`select id, connected_user_id as other, note, created_at, answered_at from connections where user_id = ${me}`
  const wasAsked = sql`select id, user_id as other, note, created_at, answered_at from connections where connected_user_id = ${me}`
  const waits = sql`and status = 'pending'`
  const rowsOf = {
    connections: sql`${asked} and status = 'accepted' union all ${wasAsked} and status = 'accepted'`,
    pending: sql`${wasAsked} ${waits}`,
    sent: sql`${asked} ${waits}`,
  }[tab]
  const at = tab === 'connections' ? sql`c.answered_at` : sql`c.created_at`
  const cursor = cursorOf(after)
  const conditions = [
    // By name only: whoever looks for Leeds does not mean everybody who lives there.
    ...containsWords(
      sql`fold_text(p.full_name || ' ' || case when p.is_dj then coalesce(p.dj_name, '') else '' end)`,
      q,
    ),
    ...(cursor ? [sql`(${at}, c.id) < ${cursor}`] : []),
    sql`true`,
  ]
  const { rows } = await sql<Row>`
    select ${personColumns}, c.id, c.note, ${at} as at, ${microsOf(at)} as place
    from (${rowsOf}) c join profiles p on p.id = c.other
    where ${sql.join(conditions, sql` and `)}
    order by ${at} desc, c.id desc limit ${sql.lit(limit + 1)}`.execute(context.db)
  const { shown, nextCursor } = pageOf(rows, { limit, idOf: ({ id }) => id })
  const ids = shown.map((row) => row.person_id)
  const shared = await readShared(context.db, callerId, { ids, now: context.now() })
  return {
    connections: shown.map((row) => ({
      id: row.id,
      person: toPerson(row),
      note: row.note,
      since: row.at.toISOString(),
      ...(shared.get(row.person_id) ?? nothingShared),
    })),
    nextCursor,
  }
}

/** The figures of the tabs; connections are accepted ones only. */
export async function countConnections(context: ReadContext): Promise<Counts> {
  const me = sql`${signedIn(context).id}::uuid`
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

/** Whom the caller blocks, the latest first. */
export async function listBlocked(
  context: ReadContext,
  { after, limit }: PageInput,
): Promise<{ people: Person[]; nextCursor: string | null }> {
  const cursor = cursorOf(after)
  const { rows } = await sql<PersonRow & { place: number }>`
    select ${personColumns}, ${microsOf(sql`b.created_at`)} as place
    from blocks b join profiles p on p.id = b.blocked_id
    where b.blocker_id = ${signedIn(context).id}::uuid ${cursor ? sql`and (b.created_at, p.id) < ${cursor}` : sql``}
    order by b.created_at desc, p.id desc limit ${sql.lit(limit + 1)}`.execute(context.db)
  const { shown, nextCursor } = pageOf(rows, { limit, idOf: ({ person_id }) => person_id })
  return { people: shown.map(toPerson), nextCursor }
}
