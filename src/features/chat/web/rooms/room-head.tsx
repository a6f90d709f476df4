import {
  Archive,
  ArrowLeft,
  Lock,
  ArchiveRestore,
  EllipsisVertical,
  LogOut,
  Settings2,
  UserPlus,
  Users,
} from 'lucide-react'
import { Avatar, AvatarStack } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { buttonClass } from '~/design/button-class'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { formatCount } from '~/lib/count'
import type { RoomDetail } from '../../contract-shapes'
import { getRoomPaperStock } from '../room-paper-stock'
import type { RoomDialog } from './room-dialogs'
import styles from './room-pane.module.css'
import { IconButton } from '~/design/icon-button'
import { Menu, type MenuAction } from '~/design/menu'

type RoomMenuProps = { room: RoomDetail; onOpen: (dialog: RoomDialog) => void }

type RoomHeadProps = {
  room: RoomDetail
  /** Address of the room list, for the back button on a phone. */
  listHref: string
  onOpen: (dialog: RoomDialog) => void
}

export function RoomHead({ room, listHref, onOpen }: RoomHeadProps) {
  return (
    <header className={styles.head} data-client-links>
      <a
        href={listHref}
        className={buttonClass({ variant: 'ghost', size: 'sm', iconOnly: true }, 'phone-only')}
        aria-label="Rooms"
      >
        <Icon of={ArrowLeft} />
      </a>
      {room.isDirect && <Avatar id={room.direct?.id} name={room.name} imageUrl={room.direct?.avatarUrl} />}
      <div className={styles.about}>
        <div className={classNames('row', styles.title)}>
          <h2 className={classNames('title-3', styles.oneLine)}>
            {room.direct ? <a href={`/dashboard/members/${room.direct.id}`}>{room.name}</a> : room.name}
          </h2>
          <RoomBadge room={room} />
        </div>
        {room.description !== null && (
          <p className={classNames('small muted', styles.oneLine)} title={room.description}>
            {room.description}
          </p>
        )}
      </div>
      <div className={classNames('row small muted', styles.end)}>
        {!room.isDirect && <RoomPeople room={room} onOpen={onOpen} />}
        <RoomMenu room={room} onOpen={onOpen} />
      </div>
    </header>
  )
}

function RoomBadge({ room }: { room: RoomDetail }) {
  return (
    <>
      {room.genre !== null && (
        <Badge className={styles.genre} stock={getRoomPaperStock(room)}>
          {room.genre}
        </Badge>
      )}
      {room.roomType === 'private' && !room.isDirect && (
        <Badge className={styles.kind} icon={Lock}>
          Private
        </Badge>
      )}
      {!room.isActive && (
        <Badge className={styles.kind} icon={Archive}>
          Archived
        </Badge>
      )}
    </>
  )
}

function RoomPeople({ room, onOpen }: Pick<RoomHeadProps, 'room' | 'onOpen'>) {
  const memberCount = formatMemberCount(room.memberCount)
  // Only members see who is in a private room.
  if (!room.canRead) return <span className={classNames('plain-weight', styles.count)}>{memberCount}</span>
  return (
    <>
      {room.waiting > 0 && (
        <Button
          className={styles.requests}
          size="sm"
          variant="outline"
          onClick={() => onOpen({ kind: 'members', tab: 'waiting' })}
        >
          {formatCount(room.waiting)} to accept
        </Button>
      )}
      <button
        type="button"
        className={classNames('row desktop-only', styles.people)}
        aria-haspopup="dialog"
        onClick={() => onOpen({ kind: 'members', tab: 'members' })}
      >
        <AvatarStack>
          {room.people.map((person) => (
            <Avatar key={person.id} id={person.id} name={person.name} imageUrl={person.avatarUrl} size={28} />
          ))}
        </AvatarStack>
        {memberCount}
      </button>
    </>
  )
}

/** Formats `1 member`, `342 members`. */
export function formatMemberCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'member' : 'members'}`
}

/** Shows the actions the reader may take in the room; no button if there are none. */
function RoomMenu({ room, onOpen }: RoomMenuProps) {
  const items = room.isDirect ? [] : createMenuItems(room, onOpen)
  if (items.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={`Options for ${room.name}`} icon={EllipsisVertical} tooltip={false} />
      }
      items={items}
    />
  )
}

function createMenuItems(room: RoomDetail, onOpen: (dialog: RoomDialog) => void) {
  const items: (MenuAction | { separator: string })[] = []
  const add = (label: string, icon: MenuAction['icon'], dialog: RoomDialog, danger = false) =>
    items.push({ label, ...(icon && { icon }), danger, onSelect: () => onOpen(dialog) })
  if (room.canRead) add('Members', Users, { kind: 'members', tab: 'members' })
  if (room.role !== null && room.roomType === 'private' && room.isActive)
    add('Invite people', UserPlus, { kind: 'invite' })
  if (room.canManage) add('Room settings', Settings2, { kind: 'settings' })
  // No item for admins of an active room, who archive it in the settings. If a site moderator closes a room, or
  // permanently closes one that its admins archived, only site moderators can reopen it.
  if (room.canClose && !(room.canManage && room.isActive))
    add(room.isActive ? 'Archive room' : 'Archive permanently', Archive, { kind: 'archive' }, true)
  if (room.canRestore) add('Restore room', ArchiveRestore, { kind: 'restore' })
  if (room.role !== null) {
    items.push({ separator: 'leave' })
    add('Leave room', LogOut, { kind: 'leave' }, true)
  }
  return items
}
