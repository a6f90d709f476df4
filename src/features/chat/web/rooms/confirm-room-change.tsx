import { ConfirmDialog } from '~/design/confirm-dialog'
import type { RoomDetail } from '../../contract-shapes'
import { useArchiveRoom, useLeaveRoom } from './use-room-changes'

type AskedProps = { room: RoomDetail; open: boolean; onClose: () => void }

export function LeaveRoom({ room, open, onClose, onLeft }: AskedProps & { onLeft: () => void }) {
  const { leave, isLeaving } = useLeaveRoom(room.id, () => {
    onClose()
    onLeft()
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Leave ${room.name}?`}
      description={comingBack(room)}
      confirmLabel="Leave room"
      cancelLabel="Stay"
      busy={isLeaving && 'Leaving'}
      onConfirm={leave}
    />
  )
}

function comingBack(room: RoomDetail): string {
  if (room.memberCount === 1) return 'You are the last one here: the room is archived when you leave.'
  if (room.roomType !== 'private') return 'You can join again any time.'
  return room.joinBy === 'request'
    ? 'To come back you have to ask, and an admin of the room decides.'
    : 'Only an invitation brings you back.'
}

export function SetRoomActive({ room, isActive, open, onClose }: AskedProps & { isActive: boolean }) {
  const { setActive, isChanging } = useArchiveRoom(room.id, onClose)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isActive ? `Restore ${room.name}?` : `Archive ${room.name}?`}
      description={
        isActive
          ? 'It stands in everybody’s list again, and its members can write.'
          : `Members can still read it and nobody can write. It leaves the list; ${room.mayClose ? 'only a moderator' : 'an admin of the room'} can restore it.`
      }
      confirmLabel={isActive ? 'Restore room' : 'Archive room'}
      danger={!isActive}
      busy={isChanging && (isActive ? 'Restoring' : 'Archiving')}
      onConfirm={() => setActive(isActive)}
    />
  )
}
