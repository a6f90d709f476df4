import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject, useEffect } from 'react'
import { classNames } from '~/design/class-names'
import { ListSearch } from '~/design/list-search'
import { ShowMore } from '~/design/show-more'
import type { RoomDetail, RoomMember } from '../../contract-shapes'
import { membersQuery } from '../queries'
import { ListFailed, ListLoading } from './list-placeholders'
import { MemberDialogs, type MemberDialog } from './member-dialogs'
import styles from './members.module.css'
import { EllipsisVertical } from 'lucide-react'
import { Badge } from '~/design/badge'
import { IconButton } from '~/design/icon-button'
import { Menu, type MenuAction } from '~/design/menu'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { formatName } from '../../rules/format-name'
import { PersonRow } from './person-row'
import { useSetRole } from './use-member-changes'

type MemberRowProps = {
  member: RoomMember
  room: RoomDetail
  isSelf: boolean
  onRequestAction: (dialog: MemberDialog) => void
}

const TRIES = 20
const TRY_MS = 50

type MemberListProps = { room: RoomDetail; meId: string; isModerator: boolean }

export function MemberList({ room, meId, isModerator }: MemberListProps) {
  const [q, setQ] = useState<string>()
  const [dialog, setDialog] = useState<MemberDialog>()
  const list = useInfiniteQuery({ ...membersQuery(room.id, q), placeholderData: keepPreviousData })
  const members = list.data?.pages.flatMap((page) => page.members)
  const rows = useRef<HTMLDivElement>(null)
  useListFocus(rows, members?.length ?? 0)
  return (
    <>
      <ListSearch
        label="Search members"
        placeholder="Search members..."
        shortcut={false}
        q={q}
        onSettled={setQ}
      />
      <div className={styles.list} ref={rows} tabIndex={-1} aria-busy={list.isPlaceholderData}>
        {list.isPending && <ListLoading label="Loading members" />}
        {list.isError && <ListFailed error={list.error} onRetry={() => void list.refetch()} />}
        {members?.length === 0 && <p className={classNames('muted', styles.none)}>No members match “{q}”.</p>}
        <ul aria-label="Members">
          {members?.map((member) => (
            <MemberRow
              key={member.person.id}
              member={member}
              room={room}
              isSelf={member.person.id === meId}
              onRequestAction={setDialog}
            />
          ))}
        </ul>
        <ShowMore list={list} variant="outline" className={styles.more} />
      </div>
      <MemberDialogs
        room={room}
        isModerator={isModerator}
        dialog={dialog}
        onClose={() => setDialog(undefined)}
      />
    </>
  )
}

/**
 * Removing a member also removes the row that had the focus. Once the confirmation has closed, the list
 * (`tabIndex={-1}`) gets the focus unless it is elsewhere.
 */
function useListFocus(list: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count)
  useEffect(() => {
    const hasShrunk = count < before.current
    before.current = count
    if (!hasShrunk) return undefined
    let timer: ReturnType<typeof setTimeout>
    const settle = (triesLeft: number): void => {
      const { activeElement } = document
      const alertDialog = activeElement?.closest('[role="alertdialog"]')
      if (alertDialog && triesLeft > 0) timer = setTimeout(settle, TRY_MS, triesLeft - 1)
      else if (!activeElement || activeElement === document.body) list.current?.focus()
    }
    timer = setTimeout(settle, TRY_MS, TRIES)
    return () => clearTimeout(timer)
  }, [list, count])
}

function MemberRow({ member, room, isSelf, onRequestAction }: MemberRowProps) {
  const { person, role, mutedUntil, canUnmute } = member
  const zone = useReaderZone() ?? 'UTC'
  const setRole = useSetRole(room.id)
  const items: (MenuAction | { separator: string })[] = []
  if (room.canModerate && !isSelf)
    items.push({
      label: role === 'admin' ? 'Make member' : 'Make admin',
      onSelect: () => setRole(person, role === 'admin' ? 'member' : 'admin'),
    })
  if (room.canModerate && !isSelf) {
    if (canUnmute !== null) {
      const isEverywhere = canUnmute === 'everywhere'
      items.push({
        label: 'End mute',
        onSelect: () => onRequestAction({ kind: 'unmute', person, isEverywhere }),
      })
    }
    // Room admins are protected: they must be made members first.
    else if (mutedUntil === null && role === 'member')
      items.push({ label: 'Mute…', onSelect: () => onRequestAction({ kind: 'mute', person }) })
  }
  if (room.canManage && !isSelf)
    items.push({ separator: 'out' }, createRemoval('Remove from room…', 'remove'))
  if (room.canModerate && !isSelf && role === 'member') items.push(createRemoval('Ban from room…', 'ban'))

  function createRemoval(label: string, kind: 'remove' | 'ban'): MenuAction {
    return { label, danger: true, onSelect: () => onRequestAction({ kind, person }) }
  }
  return (
    <PersonRow person={person} description={mutedUntil && `Muted until ${formatShort(mutedUntil, zone)}`}>
      {isSelf && <span className="small muted">You</span>}
      {role === 'admin' && <Badge>Admin</Badge>}
      {items.length > 0 && (
        <Menu
          trigger={
            <IconButton
              size="sm"
              label={`Options for ${formatName(person.name)}`}
              icon={EllipsisVertical}
              tooltip={false}
            />
          }
          items={items}
        />
      )}
    </PersonRow>
  )
}
