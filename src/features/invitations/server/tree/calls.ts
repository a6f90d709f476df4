import type { TreeActive } from '../../contract-tree'
import { isId } from '~/lib/ids'
import { sql } from 'kysely'
import { calls } from '../implementer'
import type { ReadContext } from '../context'
import { findPeople } from './find-people'
import { getBranch } from './get-branch'
import { listChildren } from './list-children'
import { pauseBranch } from './pause-branch'
import { isActive } from './active'

export const treeCalls = {
  summary: calls.tree.summary.handler(({ context }) => context.invitationTallies.tree()),
  children: calls.tree.children.handler(async ({ context, input, errors }) => {
    const children = await listChildren(context, input)
    if (!children) throw errors.NOT_FOUND()
    return children
  }),
  active: calls.tree.active.handler(({ context, input }) => countActive(context, input)),
  find: calls.tree.find.handler(({ context, input }) => findPeople(context, input)),
  branch: calls.tree.branch.handler(async ({ context, input, errors }) => {
    const branch = await getBranch(context, input)
    if (!branch) throw errors.NOT_FOUND()
    return branch
  }),
  pause: calls.tree.pause.handler(async ({ context, input, errors }) => {
    const paused = await pauseBranch(context, { ...input, isPaused: true })
    if (!paused) throw errors.NOT_FOUND()
    return paused
  }),
  resume: calls.tree.resume.handler(async ({ context, input, errors }) => {
    const resumed = await pauseBranch(context, { ...input, isPaused: false })
    if (!resumed) throw errors.NOT_FOUND()
    return resumed
  }),
}

/**
 * Counts the active people below each of these people. Reads their whole branches, because activity changes with time
 * and cannot be stored. Skips people who are not in the tree.
 */
async function countActive(
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
