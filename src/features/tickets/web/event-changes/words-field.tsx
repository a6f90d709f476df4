import type { ChangeEventHandler } from 'react'
import { TextArea } from '~/design/text-area'
import { STATUS_WORDS_MOST } from '../../rules/event-change'

/** The organizer's reason, which visitors and ticket holders read. */
export function WordsField(props: {
  value: string
  error: string | undefined
  onChange: ChangeEventHandler<HTMLTextAreaElement>
}) {
  const { length } = props.value
  return (
    <TextArea
      label="What happened"
      labelEnd={
        <span className={length > STATUS_WORDS_MOST ? 'field-error' : undefined}>
          {length}/{STATUS_WORDS_MOST}
        </span>
      }
      help="Shown on the event page and in the email to every ticket holder."
      rows={3}
      {...props}
    />
  )
}

/** Returns the error of a reason, if any. */
export function faultOfWords(words: string): string | undefined {
  if (words.trim() === '') return 'Describe in one sentence what happened.'
  return words.trim().length > STATUS_WORDS_MOST ? `Use at most ${STATUS_WORDS_MOST} characters.` : undefined
}
