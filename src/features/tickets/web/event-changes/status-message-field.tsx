import type { ChangeEventHandler } from 'react'
import { TextArea } from '~/design/text-area'
import { MAX_STATUS_MESSAGE } from '../../rules/event-change'

/** The organizer's reason, which visitors and ticket holders read. */
export function StatusMessageField(props: {
  value: string
  error: string | undefined
  onChange: ChangeEventHandler<HTMLTextAreaElement>
}) {
  const { length } = props.value
  return (
    <TextArea
      label="What happened"
      labelEnd={
        <span className={length > MAX_STATUS_MESSAGE ? 'field-error' : undefined}>
          {length}/{MAX_STATUS_MESSAGE}
        </span>
      }
      help="Shown on the event page and in the email to every ticket holder."
      rows={3}
      {...props}
    />
  )
}

/** Returns the error of a reason, if any. */
export function findStatusMessageProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Describe in one sentence what happened.'
  return text.trim().length > MAX_STATUS_MESSAGE ? `Use at most ${MAX_STATUS_MESSAGE} characters.` : undefined
}
