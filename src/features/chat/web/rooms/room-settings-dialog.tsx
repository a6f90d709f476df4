import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { SelectField } from '~/design/select-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { RoomDetail } from '../../contract-shapes'
import { SLOW_MODES } from '../../rules/chat-limits'
import { chat } from '../queries'
import { JoinByField, RoomDescriptionField, RoomNameField } from './room-fields'
import { refreshRooms } from './use-room-changes'

type RoomSettingsDialogProps = {
  room: RoomDetail
  open: boolean
  onClose: () => void
  /** Archive it, or bring it back: asks first. */
  onArchive: () => void
}

/** For the room's admins. What was typed stays when saving fails. */
export default function RoomSettingsDialog({ room, open, onClose, onArchive }: RoomSettingsDialogProps) {
  const [name, setName] = useState(room.name)
  const [description, setDescription] = useState(room.description ?? '')
  const [slowMode, setSlowMode] = useState(room.slowModeSeconds)
  const [joinBy, setJoinBy] = useState(room.joinBy)
  const formId = useId()
  const first = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const save = useMutation({
    ...chat.rooms.update.mutationOptions(),
    onSuccess: async () => {
      onClose()
      notify.success('Room saved')
      await refreshRooms(queryClient)
    },
    onError: (error) => notify.error(errorMessage(error)),
  })
  const errors = fieldErrors(save.error)
  // Only what was changed here: another admin may be at the rest.
  const changes = {
    ...(name.trim() !== room.name && { name: name.trim() }),
    ...((description.trim() || null) !== room.description && { description: description.trim() || null }),
    ...(slowMode !== room.slowModeSeconds && { slowModeSeconds: slowModeOf(slowMode) }),
    ...(joinBy !== null && joinBy !== room.joinBy && { joinBy }),
  }
  const isOff = name.trim() === '' || Object.keys(changes).length === 0

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Room settings"
      startAt={first}
      actions={
        <>
          {(room.isActive || room.mayRestore) && (
            <Button
              variant="ghost"
              className="room-archive"
              icon={room.isActive ? Archive : ArchiveRestore}
              onClick={onArchive}
            >
              {room.isActive ? 'Archive room' : 'Restore room'}
            </Button>
          )}
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={isOff}
            busy={save.isPending && 'Saving'}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isOff && !save.isPending) save.mutate({ roomId: room.id, ...changes })
        }}
      >
        <RoomNameField value={name} onValueChange={setName} error={errors['name']} field={first} />
        <RoomDescriptionField
          value={description}
          onValueChange={setDescription}
          error={errors['description']}
        />
        <SelectField
          label="Slow mode"
          help="How long a member waits between two messages."
          value={String(slowMode)}
          onChange={(event) => setSlowMode(Number(event.target.value))}
          options={SLOW_MODES.map((seconds) => ({ value: String(seconds), label: slowModeWords(seconds) }))}
        />
        {joinBy !== null && <JoinByField value={joinBy} onValueChange={setJoinBy} />}
      </form>
    </Dialog>
  )
}

function slowModeOf(seconds: number): (typeof SLOW_MODES)[number] {
  return SLOW_MODES.find((mode) => mode === seconds) ?? 0
}

/** `Off`, `30 seconds`, `1 minute`, `1 hour` */
export function slowModeWords(seconds: number): string {
  if (seconds === 0) return 'Off'
  if (seconds < 60) return `${seconds} seconds`
  if (seconds < 3600) return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
  return seconds === 3600 ? '1 hour' : `${seconds / 3600} hours`
}
