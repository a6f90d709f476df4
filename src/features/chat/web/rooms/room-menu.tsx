import { Archive, ArchiveRestore, EllipsisVertical, LogOut, Settings2, UserPlus, Users } from 'lucide-react'
import { IconButton } from '~/design/icon-button'
import { Menu, type MenuAction } from '~/design/menu'
import type { RoomDetail } from '../../contract-shapes'
import type { RoomDialog } from './room-dialogs'

type RoomMenuProps = { room: RoomDetail; onOpen: (dialog: RoomDialog) => void }

/** Shows the actions the reader may take in the room; no button if there are none. */
export function RoomMenu({ room, onOpen }: RoomMenuProps) {
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
  // Site moderators may close other people's rooms, and only moderators can reopen those. Room admins reopen what they
  // archived themselves, unless a moderator archives it permanently.
  if (room.canClose && !(room.canManage && room.isActive))
    add(room.isActive ? 'Archive room' : 'Archive permanently', Archive, { kind: 'archive' }, true)
  if (room.canRestore) add('Restore room', ArchiveRestore, { kind: 'restore' })
  if (room.role !== null) {
    items.push({ separator: 'leave' })
    add('Leave room', LogOut, { kind: 'leave' }, true)
  }
  return items
}
