import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { instant, nextCursor, pageAfter } from '~/platform/rpc/contract'
import { PERSON_NOT_FOUND } from './contract-errors'
import { byAdmin, count, id, someone } from './contract-shapes'

const below = {
  invited: count,
  /** Number of people in the whole branch below this person, who is not counted. */
  behind: count,
}

export const treeNode = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    ...someone.shape,
    joinedAt: instant,
    isAdmin: z.boolean(),
    /** `active` means seen within the last 30 days. */
    state: z.enum(['active', 'quiet', 'suspended']),
    suspendedUntil: instant.nullable(),
    isPaused: z.boolean(),
    openCodes: count,
    ...below,
  }),
  /** A deleted account; the people it invited stay below it. */
  z.object({ kind: z.literal('deleted'), id, joinedAt: instant, ...below }),
  /**
   * Stands for the open codes of its parent node; `count` is their number. A parent has at most one such child,
   * always the last.
   */
  z.object({ kind: z.literal('openCodes'), id, count }),
])
export type TreeNode = z.output<typeof treeNode>

const children = z.object({ nodes: z.array(treeNode), nextCursor })

const active = z.array(z.object({ id, active: count }))
export type TreeActive = z.output<typeof active>

const branch = z.object({
  person: someone,
  members: count,
  activeThisMonth: count,
  verified: count,
  suspended: count,
  reportsAgainst: count,
  openCodes: count,
  /** Number of people whose codes are paused; admins are never paused. */
  paused: count,
  isPaused: z.boolean(),
  /** The inviters from the root down to this person, who is not included. */
  path: z.array(z.object({ id, name: z.string().nullable() })),
})
export type TreeBranch = z.output<typeof branch>

const summary = z.object({
  members: count,
  levels: count,
  /** The person directly below a root whose branch has the most levels, or the most people if levels are equal. */
  longest: z.object({ id, name: z.string().nullable(), levels: count }).nullable(),
})
export type TreeSummary = z.output<typeof summary>

const found = z.object({
  found: z.array(
    z.object({
      ...someone.shape,
      email: z.string().nullable(),
      /** Ids from the root down to the person, both included. Expand these nodes to show the person. */
      path: z.array(id),
    }),
  ),
})
export type TreeFound = z.output<typeof found>

const paused = z.object({ people: count })

export const tree = {
  summary: byAdmin('GET', '/admin/invitation-tree', 'Invite tree figures').output(summary),
  /**
   * Lists 50 people at a time, in the order they joined; without a parent, the people without an inviter. A deleted
   * account can be a parent.
   */
  children: byAdmin('GET', '/admin/invitation-tree/children', 'People invited by a person')
    .errors(PERSON_NOT_FOUND)
    .input(z.object({ parentId: id.nullable().default(null), after: pageAfter(timeCursor) }))
    .output(children),
  /**
   * Returns how many people below each person on one page are active. Slow for large branches, so the rows load
   * without it.
   */
  active: byAdmin('GET', '/admin/invitation-tree/active', 'Number of active people below each person')
    .input(z.object({ ids: z.array(id).max(50) }))
    .output(active),
  /** Finds at most 8 members by name or email. */
  find: byAdmin('GET', '/admin/invitation-tree/find', 'Get a member’s place in the invite tree')
    .input(z.object({ q: z.string().trim().max(100, 'Search with at most 100 characters') }))
    .output(found),
  branch: byAdmin(
    'GET',
    '/admin/invitation-tree/{personId}',
    'Get the figures of a branch of the invitation tree',
  )
    .errors(PERSON_NOT_FOUND)
    .input(z.object({ personId: id }))
    .output(branch),
  pause: byAdmin(
    'POST',
    '/admin/invitation-tree/{personId}/pause',
    'Pause the invite codes of a member and of everyone below them in the tree',
  )
    .errors(PERSON_NOT_FOUND)
    .input(z.object({ personId: id }))
    .output(paused),
  resume: byAdmin('POST', '/admin/invitation-tree/{personId}/resume', 'Resume the codes of a branch')
    .errors(PERSON_NOT_FOUND)
    .input(z.object({ personId: id }))
    .output(paused),
}
