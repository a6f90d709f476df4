import { useState } from 'react'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import type { RoomDetail } from '../../contract-shapes'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Dialog } from '~/design/dialog'
import { useArchiveRoom, useLeaveRoom } from './use-room-changes'

type RoomChangeProps = { room: RoomDetail; open: boolean; onClose: () => void }

type LeaveRoomProps = RoomChangeProps & {
  onLeft: () => void
  onChooseAdmin: () => void
  onArchive: () => void
}

export type RoomDialog =
  | { kind: 'members'; tab: 'members' | 'waiting' | 'banned' }
  | { kind: 'invite' | 'settings' | 'leave' | 'archive' | 'restore' }

const loadMembers = () => import('./members-dialog')
const loadInvite = () => import('./invite-dialog')
const loadSettings = () => import('./room-settings-dialog')

type RoomDialogsProps = {
  room: RoomDetail
  meId: string
  isModerator: boolean
  dialog: RoomDialog | undefined
  onDialogChange: (dialog: RoomDialog | undefined) => void
  onLeft: () => void
}

export function RoomDialogs({ room, meId, isModerator, dialog, onDialogChange, onLeft }: RoomDialogsProps) {
  const [seen, setSeen] = useState<RoomDialog>()
  if (dialog && dialog !== seen) setSeen(dialog)
  const close = () => onDialogChange(undefined)
  const reportMissing = () => {
    close()
    setSeen(undefined)
    notify.error(offlineSentence)
  }
  const members = useLazyModule(loadMembers, seen?.kind === 'members', reportMissing)
  const invite = useLazyModule(loadInvite, seen?.kind === 'invite', reportMissing)
  const settings = useLazyModule(loadSettings, seen?.kind === 'settings', reportMissing)
  const open = dialog !== undefined
  // `seen` is the dialog that was opened last; it stays mounted while it fades out.
  if (seen?.kind === 'members')
    return members ? (
      <members.default
        room={room}
        meId={meId}
        isModerator={isModerator}
        tab={seen.tab}
        onTabChange={(tab) => onDialogChange({ kind: 'members', tab })}
        open={open}
        onClose={close}
      />
    ) : null
  if (seen?.kind === 'invite')
    return invite ? <invite.default room={room} open={open} onClose={close} /> : null
  if (seen?.kind === 'settings')
    return settings ? (
      <settings.default
        room={room}
        open={open}
        onClose={close}
        onArchive={() => onDialogChange({ kind: room.isActive ? 'archive' : 'restore' })}
      />
    ) : null
  if (seen?.kind === 'leave')
    return (
      <LeaveRoomDialog
        room={room}
        open={open}
        onClose={close}
        onLeft={onLeft}
        onChooseAdmin={() => onDialogChange({ kind: 'members', tab: 'members' })}
        onArchive={() => onDialogChange({ kind: 'archive' })}
      />
    )
  if (seen?.kind === 'archive' || seen?.kind === 'restore')
    return (
      <ArchiveOrRestoreRoomDialog
        room={room}
        isActive={seen.kind === 'restore'}
        open={open}
        onClose={close}
      />
    )
  return null
}

function LeaveRoomDialog({ room, open, onClose, onLeft, onChooseAdmin, onArchive }: LeaveRoomProps) {
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

function ArchiveOrRestoreRoomDialog({
  room,
  isActive,
  open,
  onClose,
}: RoomChangeProps & { isActive: boolean }) {
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
