import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { SelectField } from '~/design/select-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { RoomDetail } from '../../contract-shapes'
import { type JoinBy, SLOW_MODES } from '../../rules/chat-limits'
import { chat } from '../queries'
import { JoinByField } from './room-fields'
import { RoomFormDialog } from './room-form-dialog'
import { refreshRooms } from './use-room-changes'
import './room-settings-dialog.css'

type RoomSettingsDialogProps = {
  room: RoomDetail
  open: boolean
  onClose: () => void
  /** Archive it, or bring it back: asks first. */
  onArchive: () => void
}

type Typed = { name?: string; description?: string; slowMode?: number; joinBy?: JoinBy }

/** For the room's admins. What was typed stays when saving fails. */
export default function RoomSettingsDialog({ room, open, onClose, onArchive }: RoomSettingsDialogProps) {
  // Only what was changed here is kept and sent: another admin may be at the rest.
  const [typed, setTyped] = useState<Typed>({})
  const name = typed.name ?? room.name
  const description = typed.description ?? room.description ?? ''
  const slowMode = typed.slowMode ?? room.slowModeSeconds
  const joinBy = room.joinBy && (typed.joinBy ?? room.joinBy)
  const type = (values: Typed) => setTyped((before) => ({ ...before, ...values }))
  const queryClient = useQueryClient()
  const save = useMutation({
    ...chat.rooms.update.mutationOptions(),
    onSuccess: async () => {
      onClose()
      notify.success('Room saved')
      await refreshRooms(queryClient)
      setTyped({})
    },
    onError: (error) => notify.error(errorMessage(error)),
  })
  const errors = fieldErrors(save.error)
  const changes = {
    ...(name.trim() !== room.name && { name: name.trim() }),
    ...((description.trim() || null) !== room.description && { description: description.trim() || null }),
    ...(slowMode !== room.slowModeSeconds && { slowModeSeconds: slowModeOf(slowMode) }),
    ...(joinBy !== null && joinBy !== room.joinBy && { joinBy }),
  }

  return (
    <RoomFormDialog
      title="Room settings"
      open={open}
      onClose={onClose}
      name={name}
      onNameChange={(value) => type({ name: value })}
      description={description}
      onDescriptionChange={(value) => type({ description: value })}
      errors={errors}
      submitLabel="Save"
      busy={save.isPending && 'Saving'}
      isOff={name.trim() === '' || Object.keys(changes).length === 0}
      onSubmit={() => save.mutate({ roomId: room.id, ...changes })}
      action={
        (room.isActive || room.mayRestore) && (
          <Button
            variant="ghost"
            className="room-archive"
            icon={room.isActive ? Archive : ArchiveRestore}
            onClick={onArchive}
          >
            {room.isActive ? 'Archive room' : 'Restore room'}
          </Button>
        )
      }
    >
      <SelectField
        label="Slow mode"
        help="How long a member waits between two messages."
        value={String(slowMode)}
        onChange={(event) => type({ slowMode: Number(event.target.value) })}
        options={SLOW_MODES.map((seconds) => ({ value: String(seconds), label: pauseWords(seconds) }))}
      />
      {joinBy !== null && <JoinByField value={joinBy} onValueChange={(value) => type({ joinBy: value })} />}
    </RoomFormDialog>
  )
}

function slowModeOf(seconds: number): (typeof SLOW_MODES)[number] {
  return SLOW_MODES.find((mode) => mode === seconds) ?? 0
}

/** `Off`, `30 seconds`, `1 minute`, `1 hour` */
export function pauseWords(seconds: number): string {
  if (seconds === 0) return 'Off'
  if (seconds < 60) return `${seconds} seconds`
  if (seconds < 3600) return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
  return seconds === 3600 ? '1 hour' : `${seconds / 3600} hours`
}
