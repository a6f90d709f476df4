import { useQueryClient } from '@tanstack/react-query'
import { RadioCards } from '~/design/radio-cards'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useForm } from '~/platform/rpc/use-form'
import { GENRE_MAX, type JoinBy, type RoomType } from '../../rules/chat-limits'
import { chat } from '../queries'
import { formatCounter, JoinByField } from './room-fields'
import { RoomFormDialog } from './room-form-dialog'
import { refreshRooms } from './use-room-changes'
import styles from './room-forms.module.css'

const TYPES: readonly { value: RoomType; label: string; description: string }[] = [
  { value: 'public', label: 'Public', description: 'Everyone in the network can read and join.' },
  { value: 'genre', label: 'Genre', description: 'Public, for one music genre.' },
  { value: 'private', label: 'Private', description: 'Only members can read it.' },
]

const BLANK: { name: string; description: string; roomType: RoomType; genre: string; joinBy: JoinBy } = {
  name: '',
  description: '',
  roomType: 'public',
  genre: '',
  joinBy: 'invitation',
}

type CreateRoomDialogProps = {
  open: boolean
  onClose: () => void
  onCreated: (roomId: string) => void
}

export default function CreateRoomDialog({ open, onClose, onCreated }: CreateRoomDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    blank: BLANK,
    check: ({ roomType, genre }) => ({
      genre: roomType === 'genre' && genre.trim() === '' ? 'Enter a genre.' : undefined,
    }),
    send: ({ name, description, roomType, genre, joinBy }) =>
      chat.rooms.create.call({
        name: name.trim(),
        description: description.trim() || null,
        roomType,
        genre: roomType === 'genre' ? genre.trim() : null,
        joinBy,
      }),
    onDone: ({ id }) => {
      void refreshRooms(queryClient)
      notify.success('Room created successfully!')
      onCreated(id)
    },
    onError: () => notify.error('Failed to create room'),
  })
  const { name, roomType, genre } = form.values

  return (
    <RoomFormDialog
      title="Create New Chat Room"
      open={open}
      onClose={onClose}
      form={form}
      submitLabel="Create"
      busy="Creating"
      isOff={name.trim() === ''}
    >
      <RadioCards legend="Type" className={styles.roomType} {...form.field('roomType')} options={TYPES} />
      {roomType === 'genre' && (
        <TextField
          label="Genre"
          labelEnd={formatCounter(genre, GENRE_MAX)}
          help="Shown as a badge next to the name."
          required
          maxLength={GENRE_MAX}
          {...form.text('genre')}
        />
      )}
      {roomType === 'private' && <JoinByField {...form.field('joinBy')} />}
    </RoomFormDialog>
  )
}
