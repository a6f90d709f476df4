import {
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  useEffect,
  useEffectEvent,
  useRef,
  useMemo,
} from 'react'
import { ArrowDown } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { useNow } from '~/design/use-now'
import { Icon } from '~/design/icon'
import { Button } from '~/design/button'
import { buttonClass } from '~/design/button-class'
import type { ChatMessage, RoomDetail } from '../../contract-shapes'
import { getRenderedRange, moveToNewer, getNewestWindow, moveToOlder } from '../../rules/message-window'
import { useReadPosition } from '../read/use-read-position'
import { Announcer } from './announcer'
import type { PendingMessage } from '../outbox/pending-message'
import { MessageRows } from './message-rows'
import { OlderMessages, type OlderState } from './older-messages'
import type { OpenOverlay } from './message-overlay'
import type { PendingActions } from './pending-bubble'
import { useMessageRows } from './use-message-rows'
import { useScrollPlace } from './use-scroll-place'
import styles from './message-list.module.css'

type Watched = {
  messages: readonly ChatMessage[]
  meId: string
  hiddenPeople: ReadonlySet<string>
  isAtEnd: boolean
}

export type MessageListHandle = { goToNewest: () => void }

type MessageListProps = {
  room: RoomDetail
  meId: string
  messages: readonly ChatMessage[]
  pending: readonly PendingMessage[]
  pendingActions: PendingActions
  older: { state: OlderState; load: () => void }
  editedId: string | undefined
  onOpen: OpenOverlay
  ref: Ref<MessageListHandle>
}

/** CH-05 to CH-07: shows the messages, oldest first, scrolled to the end. */
export function MessageList(props: MessageListProps) {
  const { room, meId, messages, pending, pendingActions, older, editedId, onOpen, ref } = props
  const [lastCurrentId, setCurrentId] = useState<string>()
  const now = useNow()
  const { drawn, hasOlder, hasNewer, ...shown } = useMessageWindow(messages)
  const { follow, isAtBottom, goToBottom, settle } = useScrollPlace()
  const isAtEnd = isAtBottom && !hasNewer
  const newestSeq = messages.findLast(({ sender }) => sender?.id !== meId)?.seq ?? null
  const newAfter = useReadPosition(room, { isAtBottom: isAtEnd, newestSeq })
  const unsent = hasNewer ? none : pending
  const { rows, unfold, hiddenPeople } = useMessageRows(drawn, unsent, meId, room, newAfter)
  const newCount = useNewCount({ messages, meId, hiddenPeople, isAtEnd })
  useLayoutEffect(settle, [settle, rows])
  const goToNewest = () => {
    shown.showNewest()
    goToBottom()
  }
  useImperativeHandle(ref, () => ({ goToNewest }))

  const showOlder = () => {
    shown.showOlder()
    if (!hasOlder) older.load()
  }
  const isCurrentRendered = drawn.some(({ id }) => id === lastCurrentId)
  if (rows.length === 0 && older.state === 'beginning')
    return (
      <div className={styles.area}>
        <EmptyState className={styles.none} title={describeEmptyList(room.writeRestriction)} />
        <Announcer key="announcer" messages={messages} meId={meId} hiddenPeople={hiddenPeople} />
      </div>
    )
  return (
    <div className={styles.area}>
      {/* The announcer reads out new messages; a live log would read out every page that loads. */}
      <div
        ref={follow}
        className={styles.log}
        role="log"
        aria-label="Messages"
        aria-live="off"
        {...reachable}
      >
        <div className={styles.messages}>
          <OlderMessages state={hasOlder ? 'more' : older.state} roomName={room.name} onNeeded={showOlder} />
          <MessageRows
            rows={rows}
            meId={meId}
            now={now}
            currentId={isCurrentRendered ? lastCurrentId : drawn.at(-1)?.id}
            editedId={editedId}
            onOpen={onOpen}
            onCurrent={setCurrentId}
            onUnfold={unfold}
            pendingActions={pendingActions}
          />
          {hasNewer && <NewerMessages onNeeded={shown.showNewer} />}
        </div>
      </div>
      {!isAtEnd && <JumpToLatest count={newCount} onJump={goToNewest} />}
      {/* The same key as in the empty room, so that its first message is announced. */}
      <Announcer key="announcer" messages={messages} meId={meId} hiddenPeople={hiddenPeople} />
    </div>
  )
}

/** Returns the text of an empty list, which invites only readers who may write. */
function describeEmptyList(restriction: RoomDetail['writeRestriction']): string {
  if (!restriction) return 'No messages yet. Start the conversation!'
  return restriction.kind === 'archived' ? 'No messages were written here' : 'No messages yet'
}

// A scrolling region must be reachable by keyboard (WCAG 2.1.1), though it is not a control.
const reachable = { tabIndex: 0 }
const none: readonly PendingMessage[] = []

/** CH-07: jumps to the end, and counts the messages that arrived since. */
function JumpToLatest({ count, onJump }: { count: number; onJump: () => void }) {
  const countText = count === 1 ? '1 new message' : `${count} new messages`
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'solid', size: 'sm' }, styles.jump)}
      aria-label={count > 0 ? `Jump to latest, ${countText}` : undefined}
      onClick={onJump}
    >
      <Icon of={ArrowDown} />
      Jump to latest
      {count > 0 && <b>{count > 99 ? '99+' : count}</b>}
    </button>
  )
}

/**
 * Marks the lower end of the rendered messages while newer ones exist below, and requests the newer ones when that
 * end comes near the view.
 */
function NewerMessages({ onNeeded }: { onNeeded: () => void }) {
  const edge = useRef<HTMLDivElement>(null)
  const want = useEffectEvent(onNeeded)
  useEffect(() => {
    const here = edge.current
    if (!here || typeof IntersectionObserver === 'undefined') return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && want(), {
      root: here.closest('[role="log"]'),
      rootMargin: '0px 0px 800px 0px',
    })
    watch.observe(here)
    return () => watch.disconnect()
  })
  return (
    <div ref={edge} className={classNames('small faint', styles.edge)}>
      <Button size="sm" variant="ghost" onClick={onNeeded}>
        Show newer messages
      </Button>
    </div>
  )
}

/** Returns the loaded messages to render, and functions to move that range. */
function useMessageWindow(messages: readonly ChatMessage[]) {
  const places = useMemo(() => messages.map(({ seq }) => seq), [messages])
  const [shown, setShown] = useState(() => getNewestWindow(places))
  const { start, end } = getRenderedRange(places, shown)
  const drawn = useMemo(() => messages.slice(start, end), [messages, start, end])
  return {
    drawn,
    hasOlder: start > 0,
    hasNewer: end < places.length,
    showOlder: () => setShown(moveToOlder(places, shown)),
    showNewer: () => setShown(moveToNewer(places, shown)),
    showNewest: () => setShown(getNewestWindow(places)),
  }
}

/** Returns how many messages by others arrived since the reader left the end of the list. */
export function useNewCount({ messages, meId, hiddenPeople, isAtEnd }: Watched): number {
  const newest = messages.at(-1)?.seq ?? 0
  const [lastSeenSeq, setLastSeenSeq] = useState(newest)
  if (isAtEnd && lastSeenSeq !== newest) setLastSeenSeq(newest)
  if (isAtEnd || newest <= lastSeenSeq) return 0
  return messages.filter(
    ({ seq, sender, isHidden }) =>
      seq > lastSeenSeq && !isHidden && sender?.id !== meId && !(sender && hiddenPeople.has(sender.id)),
  ).length
}
