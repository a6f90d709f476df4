import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import { Button } from '~/design/button'
import { SelectField } from '~/design/select-field'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { RoomDetail } from '../../contract-shapes'
import { SLOW_MODES } from '../../rules/chat-limits'
import { chat } from '../queries'
import { JoinByField } from './room-fields'
import { RoomFormDialog } from './room-form-dialog'
import { refreshRooms } from './use-room-changes'
import styles from './room-forms.module.css'

type RoomSettingsDialogProps = {
  room: RoomDetail
  open: boolean
  onClose: () => void
  onArchive: () => void
}

export default function RoomSettingsDialog({ room, open, onClose, onArchive }: RoomSettingsDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    blank: {
      name: room.name,
      description: room.description ?? '',
      slowMode: room.slowModeSeconds,
      joinBy: room.joinBy,
    },
    send: (values) => chat.rooms.update.call({ roomId: room.id, ...findChanges(values, room) }),
    onDone: async () => {
      onClose()
      notify.success('Room saved')
      await refreshRooms(queryClient)
    },
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  const { name, slowMode, joinBy } = form.values

  return (
    <RoomFormDialog
      title="Room settings"
      open={open}
      onClose={onClose}
      form={form}
      submitLabel="Save"
      busy="Saving"
      isOff={name.trim() === '' || Object.keys(findChanges(form.values, room)).length === 0}
      action={
        (room.isActive || room.canRestore) && (
          <Button
            variant="ghost"
            className={styles.archive}
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
        onChange={(event) => form.set({ slowMode: Number(event.target.value) })}
        options={SLOW_MODES.map((seconds) => ({ value: String(seconds), label: formatPause(seconds) }))}
      />
      {joinBy !== null && (
        <JoinByField value={joinBy} onValueChange={(value) => form.set({ joinBy: value })} />
      )}
    </RoomFormDialog>
  )
}

type Values = { name: string; description: string; slowMode: number; joinBy: RoomDetail['joinBy'] }

/** Returns only the changed fields, since another admin may be editing the rest. */
function findChanges({ name, description, slowMode, joinBy }: Values, room: RoomDetail) {
  return {
    ...(name.trim() !== room.name && { name: name.trim() }),
    ...((description.trim() || null) !== room.description && { description: description.trim() || null }),
    ...(slowMode !== room.slowModeSeconds && { slowModeSeconds: toSlowMode(slowMode) }),
    ...(joinBy !== null && joinBy !== room.joinBy && { joinBy }),
  }
}

function toSlowMode(seconds: number): (typeof SLOW_MODES)[number] {
  return SLOW_MODES.find((mode) => mode === seconds) ?? 0
}

/** Formats `Off`, `30 seconds`, `1 minute`, `1 hour`. */
export function formatPause(seconds: number): string {
  if (seconds === 0) return 'Off'
  if (seconds < 60) return `${seconds} seconds`
  if (seconds < 3600) return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
  return seconds === 3600 ? '1 hour' : `${seconds / 3600} hours`
}
