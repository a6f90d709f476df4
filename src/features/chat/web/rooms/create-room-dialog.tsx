import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RadioCards } from '~/design/radio-cards'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { fieldErrors } from '~/platform/rpc/errors'
import { GENRE_MAX, type JoinBy, type RoomType } from '../../rules/chat-limits'
import { chat } from '../queries'
import { counterWords, JoinByField } from './room-fields'
import { RoomFormDialog } from './room-form-dialog'
import { refreshRooms } from './use-room-changes'
import './create-room-dialog.css'

const TYPES: readonly { value: RoomType; label: string; description: string }[] = [
  { value: 'public', label: 'Public', description: 'Everybody in the network reads and joins.' },
  { value: 'genre', label: 'Genre', description: 'Public, and about one sound.' },
  { value: 'private', label: 'Private', description: 'Only members read what is written.' },
]

type CreateRoomDialogProps = {
  open: boolean
  onClose: () => void
  /** After the room is there; whoever mounts this takes it away. */
  onCreated: (roomId: string) => void
}

/** CH-02. What was typed stays when the call fails or the dialog is closed. */
export default function CreateRoomDialog({ open, onClose, onCreated }: CreateRoomDialogProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [roomType, setRoomType] = useState<RoomType>('public')
  const [genre, setGenre] = useState('')
  const [joinBy, setJoinBy] = useState<JoinBy>('invitation')
  const queryClient = useQueryClient()
  const create = useMutation({
    ...chat.rooms.create.mutationOptions(),
    onSuccess: ({ id }) => {
      void refreshRooms(queryClient)
      notify.success('Room created successfully!')
      onCreated(id)
    },
    onError: () => notify.error('Failed to create room'),
  })
  const errors = fieldErrors(create.error)
  const save = () =>
    create.mutate({
      name: name.trim(),
      description: description.trim() || null,
      roomType,
      genre: roomType === 'genre' ? genre.trim() || null : null,
      joinBy,
    })

  return (
    <RoomFormDialog
      title="Create New Chat Room"
      open={open}
      onClose={onClose}
      name={name}
      onNameChange={setName}
      description={description}
      onDescriptionChange={setDescription}
      errors={errors}
      submitLabel="Create"
      busy={create.isPending && 'Creating'}
      isOff={name.trim() === ''}
      onSubmit={save}
    >
      <RadioCards
        legend="Type"
        className="room-type"
        value={roomType}
        onValueChange={setRoomType}
        options={TYPES}
      />
      {roomType === 'genre' && (
        <TextField
          label="Genre"
          labelEnd={counterWords(genre, GENRE_MAX)}
          help="It stands as a badge beside the name."
          maxLength={GENRE_MAX}
          value={genre}
          error={errors['genre']}
          onChange={(event) => setGenre(event.target.value)}
        />
      )}
      {roomType === 'private' && <JoinByField value={joinBy} onValueChange={setJoinBy} />}
    </RoomFormDialog>
  )
}
