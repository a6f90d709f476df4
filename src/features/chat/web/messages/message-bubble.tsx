import { Ellipsis } from 'lucide-react'
import { memo, useRef, type PointerEvent, type TouchEvent, useEffect } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '~/design/icon'
import type { ChatMessage } from '../../contract-shapes'
import { getSenderName } from './listed-message'
import { MessageText } from './message-text'
import { MessageTime } from './message-time'
import type { OpenOverlay } from './message-overlay'
import styles from './message.module.css'
import { buttonClass } from '~/design/button-class'

const LONG_MS = 450
/** How far a finger may move, in pixels, before a touch no longer counts as a long press. */
const STRAY_PX = 10

const BUTTON = '[data-message] [aria-haspopup="menu"]'

type MessageBubbleProps = {
  message: ChatMessage
  isOwn: boolean
  /** True for the only message that Tab reaches; arrow keys move to the others. */
  isCurrent: boolean
  onOpen: OpenOverlay
  onCurrent: (messageId: string) => void
}

/** A message and its menu button. The button appears on hover and focus, and always on devices without hover. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, isOwn, isCurrent, onOpen, onCurrent } = props
  const more = useRef<HTMLButtonElement>(null)
  const open = () => more.current && onOpen({ kind: 'menu', message, anchor: more.current })
  const press = useLongPress(open)
  return (
    <div className={styles.message} data-message={message.id}>
      <p className={styles.bubble} {...press}>
        {message.isHidden && <span className={styles.moderated}>Hidden by a moderator</span>}
        {message.isHidden && message.content !== null && <br />}
        {message.content !== null && <MessageText text={message.content} />}
        {message.isEdited && !message.isHidden && (
          <>
            {' '}
            <span className={styles.edited}>(edited)</span>
          </>
        )}
      </p>
      <div className={styles.tools}>
        <MessageTime at={message.createdAt} />
        <button
          ref={more}
          type="button"
          className={buttonClass({ variant: 'ghost', size: 'sm', iconOnly: true })}
          aria-label={`More about ${isOwn ? 'your message' : `the message of ${getSenderName(message.sender)}`}`}
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

/** Moves the focus to another message on arrow keys, Home and End, since Tab stops only once. */
function moveAmongMessages(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, currentTarget, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey) return
  const buttons = Array.from(
    currentTarget.closest('[role="log"]')?.querySelectorAll<HTMLElement>(BUTTON) ?? [],
  )
  const index = buttons.indexOf(currentTarget)
  const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 }[key]
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus({ preventScroll: true })
  buttons[next]?.closest('[data-message]')?.scrollIntoView({ block: 'nearest' })
}

function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0, isTouch: false })
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  const call = () => {
    isLong.current = true
    onLongPress()
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = { x: event.clientX, y: event.clientY, isTouch: event.pointerType === 'touch' }
      stop()
      isLong.current = false
      if (from.current.isTouch && event.isPrimary) timer.current = setTimeout(call, LONG_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > STRAY_PX) stop()
    },
    onPointerUp: stop,
    // Lifting the finger would count as a press outside the new menu and close it.
    onTouchEnd: (event: TouchEvent) => isLong.current && event.preventDefault(),
    // The browser cancels the touch when the list starts to scroll.
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault: () => void }) => from.current.isTouch && event.preventDefault(),
  }
}
