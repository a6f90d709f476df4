import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { isId } from '~/lib/ids'
import type { TimeKey } from '~/lib/cursor'
import { type PageStart, readTimePage } from '~/lib/list-page'
import type { treeNode } from '../../contract-tree'
import type { ReadContext } from '../context'
import { refuse } from '../refused-error'
import { isAccountActive, selectOpenCodeCount } from './active-accounts'

const PAGE = 50

type Node = z.input<typeof treeNode>
type PersonNode = Extract<Node, { kind: 'person' }>
type NodeRow = Omit<PersonNode, 'kind' | 'state' | 'name'> & {
  micros: number
  name: string | null
  isActive: boolean
}

/**
 * Lists the people that a member invited, in the order they joined; without a parent, those without an inviter.
 * Throws NOT_FOUND for an unknown parent.
 */
export async function listChildren(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { parentId, after }: { parentId: string | null; after?: string | undefined },
): Promise<{ nodes: Node[]; nextCursor: string | null }> {
  if (parentId !== null && !(await isInTree(db, parentId))) throw refuse('NOT_FOUND')
  const at = now()
  const { shown, nextCursor } = await readTimePage({ after }, PAGE, (start, most) =>
    listTreeNodes(db, { parentId, at, start, most }),
  )
  const nodes = shown.map((row) => toTreeNode(row))
  if (parentId !== null && nextCursor === null) {
    const count = await countOpenCodes(db, parentId, at)
    if (count > 0) nodes.push({ kind: 'openCodes', id: parentId, count })
  }
  return { nodes, nextCursor }
}

async function listTreeNodes(
  db: Database,
  {
    parentId,
    at,
    start,
    most,
  }: { parentId: string | null; at: Date; start: PageStart<TimeKey>; most: number },
): Promise<NodeRow[]> {
  const { where, order, micros } = createTimePageClauses(
    't',
    start,
    [parentId === null ? sql`t.parent_id is null` : sql`t.parent_id = ${parentId}::uuid`],
    { moment: 'joined_at', oldestFirst: true },
  )
  const { rows } = await sql<NodeRow>`
    select t.id, t.micros, t.joined_at as "joinedAt", p.full_name as name, p.avatar_url as "avatarUrl",
      p.invitations_paused_at is not null as "isPaused",
      exists (select from user_roles r where r.user_id = t.id and r.role = 'admin') as "isAdmin",
      ${isAccountActive(at)} as "isActive", case when a.suspended_until > ${at}::timestamptz then a.suspended_until end as "suspendedUntil",
      ${selectOpenCodeCount(sql`t.id`, at)} as "openCodes",
      (select count(*) from invitation_tree c where c.parent_id = t.id) as invited,
      t.reached - deleted_descendants(t.own) as behind
    from (
      select t.id, t.joined_at, t.reached, t as own, ${micros} as micros from invitation_tree t where ${where}
      -- By the parent first, which is the same in all rows: the planner does not treat null as one value and would sort all roots.
      order by t.parent_id, ${order}
      limit ${sql.lit(most)}) t
      left join profiles p on p.id = t.id left join accounts a on a.id = t.id
    order by ${order}`.execute(db)
  return rows
}

async function isInTree(db: Database, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const row = await db.selectFrom('invitation_tree').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function countOpenCodes(db: Database, personId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${selectOpenCodeCount(sql`${personId}::uuid`, now)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

function toTreeNode({ isActive, name, ...row }: NodeRow): Node {
  if (name === null) return { ...row, kind: 'deleted' }
  return {
    ...row,
    kind: 'person',
    name,
    state: row.suspendedUntil ? 'suspended' : isActive ? 'active' : 'quiet',
  }
}
