import { sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { TreeActive } from '../../contract-tree'
import type { ReadContext } from '../context'
import { isActive } from './active'

/**
 * How many of those behind each of these people are active, themselves not counted. Reads the whole of their branches, unlike a page
 * of the tree: who is still active is nothing that can be counted beforehand. Whoever has no place in the tree is left out.
 */
export async function countActive(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { ids }: { ids: readonly string[] },
): Promise<TreeActive> {
  const { rows } = await sql<TreeActive[number]>`
    select t.id, (
      select count(*) from invitation_branch(t.id) b join accounts a on a.id = b.id
      where b.id <> t.id and ${isActive(now())}) as active
    from invitation_tree t where t.id = any (${ids.filter(isId)}::uuid[])`.execute(db)
  return rows
}
