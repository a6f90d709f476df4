import { useState } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import { formatName } from '../../rules/format-name'
import type { ChatPerson, RoomDetail } from '../../contract-shapes'
import LiftDialog from '../moderation/actions/lift-dialog'
import { useRemoveMember } from './use-member-changes'

export type MemberDialog =
  | { kind: 'remove' | 'mute' | 'ban'; person: ChatPerson }
  | { kind: 'unmute'; person: ChatPerson; isEverywhere: boolean }

const loadMute = () => import('../moderation/actions/mute-dialog')
const loadBan = () => import('../moderation/actions/ban-dialog')

type MemberDialogsProps = {
  room: RoomDetail
  isModerator: boolean
  dialog: MemberDialog | undefined
  onClose: () => void
}

export function MemberDialogs({ room, isModerator, dialog, onClose }: MemberDialogsProps) {
  const [seen, setSeen] = useState<MemberDialog>()
  if (dialog && dialog !== seen) setSeen(dialog)
  const reportMissing = () => {
    onClose()
    setSeen(undefined)
    notify.error(offlineSentence)
  }
  const mute = useLazyModule(loadMute, seen?.kind === 'mute', reportMissing)
  const ban = useLazyModule(loadBan, seen?.kind === 'ban', reportMissing)
  if (!seen) return null
  const shared = { key: seen.person.id, person: seen.person, room, open: dialog !== undefined, onClose }
  const { key, ...rest } = shared
  if (seen.kind === 'unmute')
    return <LiftDialog key={key} {...rest} room={seen.isEverywhere ? null : room} kind="mute" />
  if (seen.kind === 'remove') return <RemoveMemberDialog key={key} {...rest} />
  if (seen.kind === 'mute')
    return mute ? <mute.default key={key} {...rest} isModerator={isModerator} /> : null
  return ban ? <ban.default key={key} {...rest} /> : null
}

type RemoveMemberProps = { person: ChatPerson; room: RoomDetail; open: boolean; onClose: () => void }

function RemoveMemberDialog({ person, room, open, onClose }: RemoveMemberProps) {
  const name = formatName(person.name)
  const { remove, isRemoving } = useRemoveMember(room.id, onClose)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${name}?`}
      description={
        room.roomType === 'private'
          ? `They can no longer read ${room.name}. They can be added again later.`
          : `They’re removed from ${room.name} immediately. Anyone can join this room, so they can come back unless you ban them.`
      }
      confirmLabel="Remove"
      busy={isRemoving && 'Removing'}
      onConfirm={() => remove(person)}
    />
  )
}
