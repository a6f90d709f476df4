import { Ellipsis } from 'lucide-react'
import { memo, useRef } from 'react'
import { Icon } from '~/design/icon'
import type { ChatMessage } from '../../contract-shapes'
import { senderName } from './listed-message'
import { MessageText } from './message-text'
import { MessageTime } from './message-time'
import { moveAmongMessages } from './move-among-messages'
import type { Open } from './opened'
import { useLongPress } from './use-long-press'

type MessageBubbleProps = {
  message: ChatMessage
  isOwn: boolean
  /** The one of all messages that Tab reaches; arrow keys lead to the others. */
  isCurrent: boolean
  onOpen: Open
  onCurrent: (messageId: string) => void
}

/** One message and its menu, which is shown on hover and focus, and always where there is no hover. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, isOwn, isCurrent, onOpen, onCurrent } = props
  const more = useRef<HTMLButtonElement>(null)
  const open = () => more.current && onOpen({ kind: 'menu', message, anchor: more.current })
  const press = useLongPress(open)
  return (
    <div className="mr" data-message={message.id}>
      <p className="m" {...press}>
        {message.isHidden && <span className="hid">Hidden by a moderator</span>}
        {message.isHidden && message.content !== null && <br />}
        {message.content !== null && <MessageText text={message.content} />}
        {message.isEdited && !message.isHidden && (
          <>
            {' '}
            <span className="ed">(edited)</span>
          </>
        )}
      </p>
      <div className="ma">
        <MessageTime at={message.createdAt} />
        <button
          ref={more}
          type="button"
          className="btn gho sm ic"
          aria-label={`More about ${isOwn ? 'your message' : `the message of ${senderName(message.sender)}`}`}
          aria-haspopup="menu"
          tabIndex={isCurrent ? 0 : -1}
          onClick={open}
          onKeyDown={moveAmongMessages}
          onFocus={() => onCurrent(message.id)}
        >
          <Icon of={Ellipsis} />
        </button>
      </div>
    </div>
  )
})
