import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
  { value: 'public', label: 'Public', description: 'Everyone in the network can read and join.' },
  { value: 'genre', label: 'Genre', description: 'Public, and about one sound.' },
  { value: 'private', label: 'Private', description: 'Only members can read it.' },
]

type CreateRoomDialogProps = {
  open: boolean
  onClose: () => void
  /** The room was created; the parent removes the dialog. */
  onCreated: (roomId: string) => void
}

/** CH-02. The fields keep their values when the call fails or the dialog is closed. */
export default function CreateRoomDialog({ open, onClose, onCreated }: CreateRoomDialogProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [roomType, setRoomType] = useState<RoomType>('public')
  const [genre, setGenre] = useState('')
  const [joinBy, setJoinBy] = useState<JoinBy>('invitation')
  const [isAsked, setIsAsked] = useState(false)
  const genreField = useRef<HTMLInputElement>(null)
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
  const isGenreMissing = roomType === 'genre' && genre.trim() === ''
  const save = () => {
    setIsAsked(true)
    if (isGenreMissing) genreField.current?.focus()
    else create.mutate(room())
  }
  const room = () => ({
    name: name.trim(),
    description: description.trim() || null,
    roomType,
    genre: roomType === 'genre' ? genre.trim() : null,
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
          help="Shown as a badge beside the name."
          required
          ref={genreField}
          maxLength={GENRE_MAX}
          value={genre}
          error={isAsked && isGenreMissing ? 'Enter a genre.' : errors['genre']}
          onChange={(event) => setGenre(event.target.value)}
        />
      )}
      {roomType === 'private' && <JoinByField value={joinBy} onValueChange={setJoinBy} />}
    </RoomFormDialog>
  )
}
