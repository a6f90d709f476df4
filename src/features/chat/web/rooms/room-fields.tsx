import type { RefObject } from 'react'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { type JoinBy, ROOM_DESCRIPTION_MAX, ROOM_NAME_MAX } from '../../rules/chat-limits'
import { SelectField } from '~/design/select-field'

type NameFieldProps = {
  value: string
  onValueChange: (value: string) => void
  error: string | undefined
  field?: RefObject<HTMLInputElement | null>
}

export function RoomNameField({ value, onValueChange, error, field }: NameFieldProps) {
  return (
    <TextField
      label="Room name"
      labelEnd={counterWords(value, ROOM_NAME_MAX)}
      maxLength={ROOM_NAME_MAX}
      required
      autoComplete="off"
      ref={field}
      value={value}
      error={error}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}

export function RoomDescriptionField({ value, onValueChange, error }: Omit<NameFieldProps, 'field'>) {
  return (
    <TextArea
      label="Description"
      labelEnd={counterWords(value, ROOM_DESCRIPTION_MAX) ?? 'Optional'}
      rows={3}
      maxLength={ROOM_DESCRIPTION_MAX}
      value={value}
      error={error}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}

const JOIN_WORDS: Record<JoinBy, { label: string; help: string }> = {
  invitation: { label: 'By invitation', help: 'Members invite. No one else can find the room.' },
  request: {
    label: 'They ask',
    help: 'Everyone can find its name and description. An admin of the room approves each request.',
  },
}

type JoinByFieldProps = { value: JoinBy; onValueChange: (value: JoinBy) => void }

export function JoinByField({ value, onValueChange }: JoinByFieldProps) {
  return (
    <SelectField
      label="How people get in"
      help={JOIN_WORDS[value].help}
      value={value}
      onChange={(event) => onValueChange(event.target.value === 'request' ? 'request' : 'invitation')}
      options={[
        { value: 'invitation', label: JOIN_WORDS.invitation.label },
        { value: 'request', label: JOIN_WORDS.request.label },
      ]}
    />
  )
}

/** `43 / 50` once a fifth or less is left. */
export function counterWords(text: string, most: number): string | undefined {
  return text.length >= most * 0.8 ? `${text.length} / ${most}` : undefined
}
