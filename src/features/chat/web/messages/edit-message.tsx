import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { manyLines } from '~/lib/many-lines'
import { errorMessage } from '~/platform/rpc/errors'
import type { ChatMessage } from '../../contract-shapes'
import { showChanged } from '../live/sent-messages'
import { chat } from '../queries'
import { createTabTexts } from '../outbox/tab-texts'
import { GrowingText } from './growing-text'
import { measureText, tooLongWords } from './text-count'

// By message, so that a draft is still there after a look into another room.
const drafts = createTabTexts<string>()

/** Edits your own message in place. Escape leaves it unchanged. */
export function EditMessage({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const [text, setText, forget] = useEditDraft(message)
  const field = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const queryClient = useQueryClient()
  const measured = measureText(text)
  const problem = tooLongWords(measured)
  const leave = () => {
    forget()
    onClose()
  }
  const edit = useMutation({
    mutationFn: (content: string) => chat.messages.edit.call({ messageId: message.id, content }),
    onSuccess: (changed) => {
      showChanged(queryClient, message, changed)
      leave()
    },
    onError: (error) => notify.error(errorMessage(error)),
  })
  useEffect(() => {
    const opened = field.current
    opened?.focus()
    opened?.setSelectionRange(opened.value.length, opened.value.length)
    opened?.scrollIntoView({ block: 'nearest' })
  }, [])
  const save = () => {
    if (edit.isPending || measured.isEmpty || problem) return
    if (manyLines(text) === message.content) leave()
    else edit.mutate(manyLines(text))
  }
  return (
    <form
      className="edm"
      aria-label="Edit your message"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <GrowingText
        label="Your message"
        ref={field}
        value={text}
        onValueChange={setText}
        onEnter={save}
        onKey={({ key }) => key === 'Escape' && !edit.isPending && leave()}
        isInvalid={problem !== undefined}
        describedBy={problemId}
      />
      <div className="row wrapf">
        <output id={problemId} className="micro m3">
          {problem ? <span className="err">{problem}</span> : <span className="only-d">Escape cancels</span>}
        </output>
        <Button size="sm" variant="ghost" onClick={leave}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="solid"
          type="submit"
          busy={edit.isPending && 'Saving'}
          disabled={measured.isEmpty || problem !== undefined}
        >
          Save
        </Button>
      </div>
    </form>
  )
}

/** What one's message is being changed to, how to write on, and how to forget it once it is saved or given up. */
function useEditDraft({
  id,
  content,
}: ChatMessage): [text: string, setText: (text: string) => void, forget: () => void] {
  const [text, setText] = useState(() => drafts.get(id) ?? content ?? '')
  const change = (next: string) => {
    drafts.set(id, next)
    setText(next)
  }
  return [text, change, () => void drafts.delete(id)]
}
