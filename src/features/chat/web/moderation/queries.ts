import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'
import { chat } from '../queries'

/** For moderators: the tabs' figures; `open` is what waits, for the sidebar too. */
export const caseCountsQuery = () => chat.cases.counts.queryOptions({ staleTime: 30_000 })

/** One tab of the queue, page after page. */
export const casesQuery = (tab: 'open' | 'mine' | 'closed') =>
  chat.cases.list.infiniteOptions({
    input: (after: string | undefined) => ({ tab, ...afterCursor(after) }),
    ...followCursor,
    staleTime: 10_000,
  })

export const caseQuery = (caseId: string) =>
  chat.cases.get.queryOptions({ input: { caseId }, staleTime: 10_000 })

/** Who is banned from a room, for whoever may moderate it. */
export const bansQuery = (roomId: string) =>
  chat.moderation.listBans.queryOptions({ input: { roomId }, staleTime: 10_000 })
