import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import { chat } from '../queries'

/** The counts of the tabs; `open` is also shown in the sidebar. */
export const caseCountsQuery = () => chat.cases.counts.queryOptions({ staleTime: 30_000 })

export const casesQuery = (tab: 'open' | 'mine' | 'closed') =>
  chat.cases.list.infiniteOptions({
    input: (after: string | undefined) => ({ tab, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 10_000,
  })

export const caseQuery = (caseId: string) =>
  chat.cases.get.queryOptions({ input: { caseId }, staleTime: 10_000 })

/** People banned from a room, for readers who may moderate it. */
export const bansQuery = (roomId: string) =>
  chat.moderation.listBans.queryOptions({ input: { roomId }, staleTime: 10_000 })
