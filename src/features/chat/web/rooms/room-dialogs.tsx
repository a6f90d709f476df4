import { useState } from 'react'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import type { RoomDetail } from '../../contract-shapes'
import { LeaveRoom, SetRoomActive } from './confirm-room-change'

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
  // The last one stays mounted while it fades out.
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
      <LeaveRoom
        room={room}
        open={open}
        onClose={close}
        onLeft={onLeft}
        onChooseAdmin={() => onDialogChange({ kind: 'members', tab: 'members' })}
        onArchive={() => onDialogChange({ kind: 'archive' })}
      />
    )
  if (seen?.kind === 'archive' || seen?.kind === 'restore')
    return <SetRoomActive room={room} isActive={seen.kind === 'restore'} open={open} onClose={close} />
  return null
}
