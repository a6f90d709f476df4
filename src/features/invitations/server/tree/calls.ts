import type { TreeActive } from '../../contract-tree'
import { isId } from '~/lib/ids'
import { sql } from 'kysely'
import { calls } from '../call-implementer'
import type { ReadContext } from '../context'
import { findPeople } from './find-people'
import { getBranch } from './get-branch'
import { listChildren } from './list-children'
import { pauseBranch } from './pause-branch'
import { isAccountActive } from './active-accounts'

export const treeCalls = {
  summary: calls.tree.summary.handler(({ context }) => context.invitationTallies.tree()),
  children: calls.tree.children.handler(({ context, input }) => listChildren(context, input)),
  active: calls.tree.active.handler(({ context, input }) => countActiveBelow(context, input)),
  find: calls.tree.find.handler(({ context, input }) => findPeople(context, input)),
  branch: calls.tree.branch.handler(({ context, input }) => getBranch(context, input)),
  pause: calls.tree.pause.handler(({ context, input }) => pauseBranch(context, { ...input, isPaused: true })),
  resume: calls.tree.resume.handler(({ context, input }) =>
    pauseBranch(context, { ...input, isPaused: false }),
  ),
}

/**
 * Counts the active people below each of these people. Reads their whole branches, because activity changes with time
 * and cannot be stored. Skips people who are not in the tree.
 */
async function countActiveBelow(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { ids }: { ids: readonly string[] },
): Promise<TreeActive> {
  const { rows } = await sql<TreeActive[number]>`
    select t.id, (
      select count(*) from invitation_branch(t.id) b join accounts a on a.id = b.id
      where b.id <> t.id and ${isAccountActive(now())}) as active
    from invitation_tree t where t.id = any (${ids.filter(isId)}::uuid[])`.execute(db)
  return rows
}
