import { User } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { EditMessage } from './edit-message'
import { type ListedMessage, senderName } from './listed-message'
import { MessageBubble } from './message-bubble'
import { MessageTime } from './message-time'
import type { Open } from './opened'
import { type PendingActions, PendingBubble } from './pending-bubble'

type MessageGroupProps = {
  messages: readonly ListedMessage[]
  isOwn: boolean
  currentId: string | undefined
  /** Of the message that is being changed. */
  editedId: string | undefined
  onOpen: Open
  onCurrent: (messageId: string) => void
  pendingActions: PendingActions
}

/** CH-06: what one person said in a row, under their name; one's own on the right. */
export const MessageGroup = memo(function MessageGroup(props: MessageGroupProps) {
  const { messages, isOwn, currentId, editedId, onOpen, onCurrent, pendingActions } = props
  const first = messages[0]
  if (!first) return null
  const sender = first.message?.sender ?? null
  const name = isOwn ? 'You' : senderName(sender)
  return (
    <article className={classNames('grp', isOwn && 'me')} aria-label={name}>
      {!isOwn &&
        (sender && sender.name.trim() !== '' ? (
          <Avatar name={sender.name} imageUrl={sender.avatarUrl} />
        ) : (
          <span className="av anon" aria-hidden="true">
            <Icon of={User} />
          </span>
        ))}
      <p className="mh">
        <b>{name}</b>
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

/** Rows are arranged anew with each message that comes: a group is drawn anew when something in it is another. */
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
