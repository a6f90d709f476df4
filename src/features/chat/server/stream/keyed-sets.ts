import type { LiveChannel } from '~/platform/live/live'

/** Subscribes to the signals of other processes on a channel. Returns a function that unsubscribes. */
export type FollowChannel = (channel: LiveChannel) => () => void

/**
 * Creates sets by key. `start` is called when a key gets its first member, and the function it returns when the last
 * one leaves.
 */
export function createGroups<Member>(start: (key: string) => () => void) {
  const groups = new Map<string, { members: Set<Member>; stop: () => void }>()
  const none: ReadonlySet<Member> = new Set()
  return {
    isEmpty: () => groups.size === 0,
    size: () => groups.size,
    keys: () => groups.keys(),
    has: (key: string) => groups.has(key),
    get: (key: string): ReadonlySet<Member> => groups.get(key)?.members ?? none,
    add(key: string, member: Member): void {
      const group = groups.get(key)
      if (group) group.members.add(member)
      else groups.set(key, { members: new Set([member]), stop: start(key) })
    },
    delete(key: string, member: Member): void {
      const group = groups.get(key)
      if (!group?.members.delete(member) || group.members.size > 0) return
      groups.delete(key)
      group.stop()
    },
  }
}
