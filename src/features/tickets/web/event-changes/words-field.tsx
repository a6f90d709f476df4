import type { Ref } from 'react'
import { TextArea } from '~/design/text-area'
import { STATUS_WORDS_MOST } from '../../rules/event-change'

/** Why, in the organizer's words: visitors and holders read them. */
export function WordsField(props: {
  ref?: Ref<HTMLTextAreaElement>
  value: string
  error: string | undefined
  onValueChange: (words: string) => void
}) {
  const { ref, value, error, onValueChange } = props
  const left = STATUS_WORDS_MOST - value.length
  return (
    <TextArea
      {...(ref && { ref })}
      label="What happened"
      labelEnd={
        <span className={left < 0 ? 'err' : undefined}>
          {value.length}/{STATUS_WORDS_MOST}
        </span>
      }
      help="Shown on the event page and in the email to every ticket holder."
      rows={3}
      value={value}
      error={error}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}

/** What keeps these words from being sent, if anything. */
export function faultOfWords(words: string): string | undefined {
  if (words.trim() === '') return 'Say in one sentence what happened.'
  return words.trim().length > STATUS_WORDS_MOST ? `Use at most ${STATUS_WORDS_MOST} characters.` : undefined
}
