import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { SearchField } from '~/design/search-field'
import { useSettledQuery } from '~/design/use-settled-query'
import type { RoomDetail } from '../../contract-shapes'
import { membersQuery } from '../queries'
import { ListFailed, ListLoading } from './list-states'
import { MemberDialogs, type MemberDialog } from './member-dialogs'
import { MemberRow } from './member-row'
import { useListFocus } from './use-list-focus'

type MemberListProps = { room: RoomDetail; meId: string; isModerator: boolean }

/** Admins first, then by name; what one may do about each stands in their menu. */
export function MemberList({ room, meId, isModerator }: MemberListProps) {
  const [q, setQ] = useState('')
  const [typed, setTyped] = useSettledQuery(q, setQ)
  const [asked, setAsked] = useState<MemberDialog>()
  const list = useInfiniteQuery({ ...membersQuery(room.id, q), placeholderData: keepPreviousData })
  const members = list.data?.pages.flatMap((page) => page.members)
  const rows = useRef<HTMLDivElement>(null)
  useListFocus(rows, members?.length ?? 0)
  return (
    <>
      <SearchField
        label="Search members"
        placeholder="Search members..."
        maxLength={100}
        shortcut={false}
        value={typed}
        onValueChange={setTyped}
      />
      <div className="mem-list" ref={rows} tabIndex={-1} aria-busy={list.isPlaceholderData}>
        {list.isPending && <ListLoading label="Loading members" />}
        {list.isError && <ListFailed error={list.error} onRetry={() => void list.refetch()} />}
        {members?.length === 0 && <p className="m2 mem-none">No member is called “{q}”.</p>}
        <ul aria-label="Members">
          {members?.map((member) => (
            <MemberRow
              key={member.person.id}
              member={member}
              room={room}
              isSelf={member.person.id === meId}
              onAsk={setAsked}
            />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button
            variant="outline"
            className="mem-more"
            busy={list.isFetchingNextPage && 'Loading'}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
      <MemberDialogs
        room={room}
        isModerator={isModerator}
        asked={asked}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}
