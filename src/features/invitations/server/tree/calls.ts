import { calls } from '../implementer'
import { countActive } from './count-active'
import { findPeople } from './find-people'
import { getBranch } from './get-branch'
import { listChildren } from './list-children'
import { pauseBranch } from './pause-branch'

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
