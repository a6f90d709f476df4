import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Dialog } from '~/design/dialog'
import type { RoomDetail } from '../../contract-shapes'
import { useArchiveRoom, useLeaveRoom } from './use-room-changes'

type RoomChangeProps = { room: RoomDetail; open: boolean; onClose: () => void }

type LeaveRoomProps = RoomChangeProps & {
  onLeft: () => void
  onChooseAdmin: () => void
  onArchive: () => void
}

export function LeaveRoom({ room, open, onClose, onLeft, onChooseAdmin, onArchive }: LeaveRoomProps) {
  const { leave, isLeaving } = useLeaveRoom(room.id, () => {
    onClose()
    onLeft()
  })
  if (room.isOnlyAdmin)
    return (
      <Dialog
        open={open}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="You are the only admin"
        description={`${room.name} needs an admin. Before you leave, make another member an admin, or archive the room for everyone.`}
        actions={
          <>
            <Button onClick={onArchive}>Archive room</Button>
            <Button variant="primary" onClick={onChooseAdmin}>
              Choose an admin
            </Button>
          </>
        }
      />
    )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Leave ${room.name}?`}
      description={describeRejoining(room)}
      confirmLabel="Leave room"
      busy={isLeaving && 'Leaving'}
      onConfirm={leave}
    />
  )
}

function describeRejoining(room: RoomDetail): string {
  if (room.memberCount === 1) return 'You are the last member. The room is archived when you leave.'
  if (room.roomType !== 'private') return 'You can join again any time.'
  return room.joinBy === 'request'
    ? 'To join again, a room admin must accept your request.'
    : 'To join again you need an invitation.'
}

export function SetRoomActive({ room, isActive, open, onClose }: RoomChangeProps & { isActive: boolean }) {
  const { setActive, isChanging } = useArchiveRoom(room.id, onClose)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isActive ? `Restore ${room.name}?` : `Archive ${room.name}?`}
      description={
        isActive
          ? 'It appears in the list again, and its members can write.'
          : `Members can still read it, but no one can write. It leaves the list; ${room.canClose ? 'only a moderator' : 'an admin of the room'} can restore it.`
      }
      confirmLabel={isActive ? 'Restore room' : 'Archive room'}
      danger={!isActive}
      busy={isChanging && (isActive ? 'Restoring' : 'Archiving')}
      onConfirm={() => setActive(isActive)}
    />
  )
}
