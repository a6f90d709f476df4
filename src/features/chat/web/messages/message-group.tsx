import { User } from 'lucide-react'
import { memo, type ReactNode, useEffect, useId, useRef } from 'react'
import { Avatar, AvatarPlace } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { type ListedMessage, getSenderName } from './listed-message'
import { MessageBubble } from './message-bubble'
import { MessageTime } from './message-time'
import type { OpenOverlay } from './message-overlay'
import { type PendingActions, PendingBubble } from './pending-bubble'
import styles from './message.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { Form } from '~/design/form'
import { notify } from '~/design/toast'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { ChatMessage } from '../../contract-shapes'
import { showEditedMessage } from '../live/sent-messages'
import { chat } from '../queries'
import { createTabDrafts, useTabDraft } from '../outbox/tab-drafts'
import { GrowingTextarea } from './growing-textarea'
import { measureText, describeExcess } from './text-count'

// Unsent edits by message, stored outside the component so that they survive a visit to another room.
const drafts = createTabDrafts<{ text: string }>()

type MessageGroupProps = {
  messages: readonly ListedMessage[]
  isOwn: boolean
  currentId: string | undefined
  editedId: string | undefined
  onOpen: OpenOverlay
  onCurrent: (messageId: string) => void
  pendingActions: PendingActions
}

/** CH-06: consecutive messages of one person under their name; own messages on the right. */
export const MessageGroup = memo(function MessageGroup(props: MessageGroupProps) {
  const { messages, isOwn, currentId, editedId, onOpen, onCurrent, pendingActions } = props
  const first = messages[0]
  if (!first) return null
  const sender = first.message?.sender ?? null
  const name = isOwn ? 'You' : getSenderName(sender)
  return (
    <article className={classNames(styles.group, isOwn && styles.own)} aria-label={name}>
      {!isOwn && (
        <PersonButton first={first} onOpen={onOpen} isHidden>
          {sender && sender.name.trim() !== '' ? (
            <Avatar id={sender.id} name={sender.name} imageUrl={sender.avatarUrl} />
          ) : (
            <AvatarPlace className={styles.anonymous}>
              <Icon of={User} />
            </AvatarPlace>
          )}
        </PersonButton>
      )}
      <p className={styles.heading}>
        {isOwn ? (
          <b>{name}</b>
        ) : (
          <PersonButton first={first} onOpen={onOpen}>
            <b>{name}</b>
          </PersonButton>
        )}
        <MessageTime at={first.createdAt} />
      </p>
      {messages.map(({ id, message, pending }) => {
        if (pending) return <PendingBubble key={id} unsent={pending} {...pendingActions} />
        if (!message) return null
        if (message.id === editedId)
          return <EditMessageForm key={id} message={message} onClose={() => onOpen(undefined)} />
        return (
          <MessageBubble
            key={id}
            message={message}
            isOwn={isOwn}
            isCurrent={message.id === currentId}
            onOpen={onOpen}
            onCurrent={onCurrent}
          />
        )
      })}
    </article>
  )
}, isSameGroup)

interface PersonButtonProps {
  first: ListedMessage
  onOpen: OpenOverlay
  /** True for the avatar: screen readers skip it, because the name next to it opens the same card. */
  isHidden?: boolean
  children: ReactNode
}

/** Opens the card of the sender. Not a tab stop: keyboard users open it from the message menu. */
function PersonButton({ first: { message }, onOpen, isHidden = false, children }: PersonButtonProps) {
  if (!message?.sender) return children
  return (
    <button
      type="button"
      className={styles.sender}
      tabIndex={-1}
      aria-hidden={isHidden || undefined}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onOpen({ kind: 'person', message, anchor: currentTarget })}
    >
      {children}
    </button>
  )
}

/** Every new message arranges the rows again; a group renders again only if something in it changed. */
function isSameGroup(before: MessageGroupProps, after: MessageGroupProps): boolean {
  const isSame = ({ message, pending }: ListedMessage, index: number) =>
    message === after.messages[index]?.message && pending === after.messages[index]?.pending
  return (
    before.messages.length === after.messages.length &&
    before.messages.every(isSame) &&
    before.isOwn === after.isOwn &&
    before.currentId === after.currentId &&
    before.editedId === after.editedId &&
    before.onOpen === after.onOpen &&
    before.onCurrent === after.onCurrent &&
    before.pendingActions === after.pendingActions
  )
}

/** Edits one of the reader's messages in place. Escape leaves it unchanged. */
function EditMessageForm({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const queryClient = useQueryClient()
  const blank = { text: message.content ?? '' }
  const stored = useTabDraft(drafts, message.id, blank)
  const leave = () => {
    stored.drop()
    onClose()
  }
  const form = useForm({
    blank,
    stored,
    send: ({ text }) => chat.messages.edit.call({ messageId: message.id, content: cleanMultiLineText(text) }),
    onDone: (changed) => {
      showEditedMessage(queryClient, message, changed)
      onClose()
    },
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  const { text } = form.values
  const measured = measureText(text)
  const problem = describeExcess(measured)
  useEffect(() => {
    const opened = field.current
    opened?.focus()
    opened?.setSelectionRange(opened.value.length, opened.value.length)
    opened?.scrollIntoView({ block: 'nearest' })
  }, [])
  const save = () => {
    if (form.isSending || measured.isEmpty || problem) return
    if (cleanMultiLineText(text) === message.content) leave()
    else form.submit()
  }
  return (
    <Form className={styles.edit} aria-label="Edit your message" onSubmit={save}>
      <GrowingTextarea
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
