import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { notify } from '~/design/toast'
import { manyLines } from '~/lib/multi-line-text'
import { errorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { ChatMessage } from '../../contract-shapes'
import { showChanged } from '../live/sent-messages'
import { chat } from '../queries'
import { createTabTexts, useTabText } from '../outbox/tab-texts'
import { GrowingText } from './growing-text'
import { measureText, formatTooLong } from './text-count'
import styles from './message.module.css'

// By message, so that a draft survives a visit to another room.
const drafts = createTabTexts<{ text: string }>()

/** Edits one of the reader's messages in place. Escape leaves it unchanged. */
export function EditMessage({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const queryClient = useQueryClient()
  const blank = { text: message.content ?? '' }
  const stored = useTabText(drafts, message.id, blank)
  const leave = () => {
    stored.drop()
    onClose()
  }
  const form = useForm({
    blank,
    stored,
    send: ({ text }) => chat.messages.edit.call({ messageId: message.id, content: manyLines(text) }),
    onDone: (changed) => {
      showChanged(queryClient, message, changed)
      onClose()
    },
    onError: (error) => notify.error(errorMessage(error)),
  })
  const { text } = form.values
  const measured = measureText(text)
  const problem = formatTooLong(measured)
  useEffect(() => {
    const opened = field.current
    opened?.focus()
    opened?.setSelectionRange(opened.value.length, opened.value.length)
    opened?.scrollIntoView({ block: 'nearest' })
  }, [])
  const save = () => {
    if (form.isSending || measured.isEmpty || problem) return
    if (manyLines(text) === message.content) leave()
    else form.submit()
  }
  return (
    <Form className={styles.edit} aria-label="Edit your message" onSubmit={save}>
      <GrowingText
        label="Your message"
        ref={field}
        value={text}
        onValueChange={(next) => form.set({ text: next })}
        onEnter={save}
        onKey={({ key }) => key === 'Escape' && !form.isSending && leave()}
        isInvalid={problem !== undefined}
        describedBy={problemId}
      />
      <div className={classNames('row wrap', styles.editActions)}>
        <output id={problemId} className="micro faint">
          {problem ? (
            <span className="field-error">{problem}</span>
          ) : (
            <span className="desktop-only">Escape cancels</span>
          )}
        </output>
        <Button size="sm" variant="ghost" onClick={leave}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="solid"
          type="submit"
          busy={form.isSending && 'Saving'}
          disabled={measured.isEmpty || problem !== undefined}
        >
          Save
        </Button>
      </div>
    </Form>
  )
}
