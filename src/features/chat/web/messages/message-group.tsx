import { User } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Avatar, AvatarPlace } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { EditMessage } from './edit-message'
import { type ListedMessage, getSenderName } from './listed-message'
import { MessageBubble } from './message-bubble'
import { MessageTime } from './message-time'
import type { OpenOverlay } from './message-overlay'
import { type PendingActions, PendingBubble } from './pending-bubble'
import styles from './message.module.css'

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
          return <EditMessage key={id} message={message} onClose={() => onOpen(undefined)} />
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
  /** True for the avatar, next to a name that opens the same card. */
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
