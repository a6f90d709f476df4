import { EllipsisVertical } from 'lucide-react'
import { Badge } from '~/design/badge'
import { IconButton } from '~/design/icon-button'
import { Menu, type MenuAction } from '~/design/menu'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { formatName } from '../../rules/format-name'
import type { RoomDetail, RoomMember } from '../../contract-shapes'
import type { MemberDialog } from './member-dialogs'
import { PersonRow } from './person-row'
import { useSetRole } from './use-member-changes'

type MemberRowProps = {
  member: RoomMember
  room: RoomDetail
  isSelf: boolean
  onRequestAction: (dialog: MemberDialog) => void
}

export function MemberRow({ member, room, isSelf, onRequestAction }: MemberRowProps) {
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
