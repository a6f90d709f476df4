import { type ReactNode, useMemo, useRef, useState, type RefObject, useEffect } from 'react'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { Spinner } from '~/design/spinner'
import { Skeleton } from '~/design/skeleton'
import { EmptyState } from '~/design/empty-state'
import { Button } from '~/design/button'
import type { RoomDetail } from '../../contract-shapes'
import { useOutbox } from '../outbox/use-outbox'
import { useTyping } from '../typing/use-typing'
import { useConnection } from '../live/use-live'
import { Composer } from './composer'
import { MessageDialogs } from './message-dialogs'
import { MessageList, type MessageListHandle } from './message-list'
import type { MessageOverlay } from './message-overlay'
import { RestrictedComposer } from './restricted-composer'
import { useRoomMessages } from './use-room-messages'
import { TypingIndicator } from './typing-indicator'
import composer from './composer.module.css'
import message from './message.module.css'
import styles from './message-list.module.css'

/**
 * Milliseconds to wait after a dialog closes: it returns the focus shortly after closing, and only then can a lost
 * focus be detected.
 */
const FOCUS_DELAY_MS = 100

const WIDTHS = ['14rem', '22rem', '9rem', '18rem'] as const

export type ConversationProps = {
  room: RoomDetail
  meId: string
  /** True for moderators and admins of the site, who mute people everywhere. A room's admin mutes only in that room. */
  isModerator: boolean
  /** The join button next to 'Join the room to send messages'. */
  joinAction?: ReactNode | undefined
}

export function Conversation({ room, meId, isModerator, joinAction }: ConversationProps) {
  const { messages, older, isFailed, retry } = useRoomMessages(room.id)
  const {
    pending,
    send: sendOut,
    retry: retryOne,
    discard,
    moveToComposer,
  } = useOutbox({ personId: meId, roomId: room.id })
  const [opened, setOpened] = useState<MessageOverlay>()
  const list = useRef<MessageListHandle>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const lastOwn = messages?.findLast(({ sender }) => sender?.id === meId)
  const pendingActions = useMemo(
    () => ({
      onRetry: retryOne,
      onDiscard: discard,
      onWithdraw: (clientId: string) => {
        moveToComposer(clientId)
        field.current?.focus()
      },
    }),
    [retryOne, discard, moveToComposer],
  )
  const send = (text: string) => {
    sendOut(text)
    list.current?.goToNewest()
  }
  const editLast = () => {
    if (lastOwn && !lastOwn.isHidden) setOpened({ kind: 'edit', message: lastOwn })
  }
  const lastAt = pending.findLast(({ state }) => state === 'sending')?.at ?? lastOwn?.createdAt
  useReturnedFocus(opened, field)
  useComposerFocus(field)
  return (
    <div className={styles.conversation}>
      {!messages && (isFailed ? <MessagesFailed onRetry={retry} /> : <MessagesLoading />)}
      {messages && (
        <MessageList
          ref={list}
          room={room}
          meId={meId}
          messages={messages}
          pending={pending}
          pendingActions={pendingActions}
          older={older}
          editedId={opened?.kind === 'edit' ? opened.message.id : undefined}
          onOpen={setOpened}
        />
      )}
      <ConversationNotice roomId={room.id} />
      {room.writeRestriction ? (
        <RestrictedComposer room={room} joinAction={joinAction} />
      ) : (
        <>
          <NeedsJavaScript action="Sending messages" />
          <Composer
            room={room}
            meId={meId}
            field={field}
            lastAt={lastAt}
            onSend={send}
            onEditLast={editLast}
          />
        </>
      )}
      <MessageDialogs opened={opened} room={room} meId={meId} isModerator={isModerator} onOpen={setOpened} />
    </div>
  )
}

/**
 * Shows who is typing, or that the stream is disconnected, without taking space between the message list and the
 * composer.
 */
function ConversationNotice({ roomId }: { roomId: string }) {
  const names = useTyping({ roomId })
  const isAway = useConnection() === 'connecting'
  return (
    <div className={composer.notice}>
      {!isAway && <TypingIndicator names={names} />}
      <output className="micro muted">
        {isAway && (
          <span className={composer.typing}>
            <Spinner className={composer.spinner} /> Reconnecting…
          </span>
        )}
      </output>
    </div>
  )
}

function MessagesLoading() {
  return (
    <div className={styles.area}>
      <div className={styles.log}>
        <output className="visually-hidden">Loading messages</output>
        <div className={styles.messages} aria-hidden="true">
          {WIDTHS.map((width) => (
            <div key={width} className={message.group}>
              <Skeleton width="2.5rem" height="2.5rem" />
              <Skeleton width="7rem" height="0.875rem" />
              <Skeleton width={`min(${width}, 100%)`} height="2.625rem" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function MessagesFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.area}>
      <EmptyState
        className={styles.none}
        title="The messages couldn’t be loaded."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}

/** Focuses the composer when a room opens, except on touch screens, where it would open the keyboard. */
function useComposerFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    // An archived room has no composer.
    if (!field.current) return
    // Don't take the focus from a person who types elsewhere, for example in the room search.
    if (document.activeElement?.matches('input, textarea, [role="dialog"] *')) return
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) field.current.focus({ preventScroll: true })
  }, [field])
}

/** Focuses the composer after a message was edited or deleted, if the focus was lost. */
function useReturnedFocus(opened: MessageOverlay | undefined, field: RefObject<HTMLElement | null>): void {
  const before = useRef(opened)
  useEffect(() => {
    const last = before.current?.kind
    before.current = opened
    if (opened || (last !== 'edit' && last !== 'delete')) return undefined
    const timer = setTimeout(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      // On touch screens, focusing the composer would open the keyboard.
      const canTakeFocus = last === 'edit' || !matchMedia('(pointer: coarse)').matches
      if (isLost && canTakeFocus) field.current?.focus()
    }, FOCUS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [opened, field])
}
