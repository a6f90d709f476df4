import type { ChangeEventHandler, RefObject } from 'react'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { type JoinBy, ROOM_DESCRIPTION_MAX, ROOM_NAME_MAX } from '../../rules/chat-limits'
import { SelectField } from '~/design/select-field'

type TextProps<Element> = {
  value: string
  error: string | undefined
  onChange: ChangeEventHandler<Element>
}

export function RoomNameField(
  props: TextProps<HTMLInputElement> & { ref: RefObject<HTMLInputElement | null> },
) {
  return (
    <TextField
      label="Room name"
      labelEnd={formatCounter(props.value, ROOM_NAME_MAX)}
      maxLength={ROOM_NAME_MAX}
      required
      autoComplete="off"
      {...props}
    />
  )
}

export function RoomDescriptionField(props: TextProps<HTMLTextAreaElement>) {
  return (
    <TextArea
      label="Description"
      labelEnd={formatCounter(props.value, ROOM_DESCRIPTION_MAX) ?? 'Optional'}
      rows={3}
      maxLength={ROOM_DESCRIPTION_MAX}
      {...props}
    />
  )
}

const JOIN_LABELS: Record<JoinBy, { label: string; help: string }> = {
  invitation: { label: 'By invitation', help: 'Members invite. No one else can find the room.' },
  request: {
    label: 'On request',
    help: 'Everyone can find its name and description. An admin of the room approves each request.',
  },
}

type JoinByFieldProps = { value: JoinBy; onValueChange: (value: JoinBy) => void }

export function JoinByField({ value, onValueChange }: JoinByFieldProps) {
  return (
    <SelectField
      label="How people join"
      help={JOIN_LABELS[value].help}
      value={value}
      onChange={(event) => onValueChange(event.target.value === 'request' ? 'request' : 'invitation')}
      options={[
        { value: 'invitation', label: JOIN_LABELS.invitation.label },
        { value: 'request', label: JOIN_LABELS.request.label },
      ]}
    />
  )
}

/** Formats a character counter such as `43 / 50`; undefined until at most a fifth of the maximum is left. */
export function formatCounter(text: string, most: number): string | undefined {
  return text.length >= most * 0.8 ? `${text.length} / ${most}` : undefined
}
