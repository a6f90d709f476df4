import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../contract-shapes'
import { getSenderName } from './listed-message'

const PAUSE_MS = 4_000
/** The maximum number of messages to read out together. If there are more, only their number is announced. */
const READ_OUT = 2

type AnnouncerProps = { messages: readonly ChatMessage[]; meId: string; hiddenPeople: ReadonlySet<string> }

/** `quotedIds`: the messages quoted in `text`. If one of them is deleted or hidden, the announcement is removed. */
type Announcement = { text: string; quotedIds: readonly string[]; turn: number }

/**
 * Announces other people's messages to screen readers, briefly and at most every few seconds. An ARIA live list would
 * also read out older messages that load, edits, and the reader's own messages.
 */
export function Announcer({ messages, meId, hiddenPeople }: AnnouncerProps) {
  const newest = messages.at(-1)?.seq ?? 0
  const heard = useRef(newest)
  const waiting = useRef<ChatMessage[]>([])
  const announcedAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(messages)
  const [announcement, setAnnouncement] = useState<Announcement>({ text: '', quotedIds: [], turn: 0 })
  const isOutdated = announcement.quotedIds.some(
    (id) => !isReadable(messages.find((message) => message.id === id)),
  )
  useEffect(() => {
    latest.current = messages
    const isHeard = (message: ChatMessage) =>
      message.seq > heard.current &&
      isReadable(message) &&
      message.sender?.id !== meId &&
      !(message.sender && hiddenPeople.has(message.sender.id))
    waiting.current.push(...messages.filter(isHeard))
    heard.current = Math.max(heard.current, newest)
    // Never restart a running timer: under continuous messages, nothing would be announced.
    if (waiting.current.length === 0 || timer.current !== undefined) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        announcedAt.current = Date.now()
        const ids = new Set(waiting.current.map(({ id }) => id))
        const readable = latest.current.filter((message) => ids.has(message.id) && isReadable(message))
        waiting.current = []
        setAnnouncement(({ turn }) => ({
          text: describeMessages(readable),
          quotedIds: readable.length > READ_OUT ? [] : readable.map(({ id }) => id),
          turn: turn + 1,
        }))
      },
      Math.max(300, announcedAt.current + PAUSE_MS - Date.now()),
    )
  }, [messages, newest, meId, hiddenPeople])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return (
    <div className="visually-hidden" aria-live="polite">
      {/* A new key, so that the same text is announced again. */}
      <span key={announcement.turn}>{isOutdated ? '' : announcement.text}</span>
    </div>
  )
}

/** Returns false for a message that was deleted, or hidden by a moderator. */
function isReadable(message: ChatMessage | undefined): boolean {
  return message !== undefined && message.content !== null && !message.isHidden
}

function describeMessages(messages: readonly ChatMessage[]): string {
  const last = messages.at(-1)
  if (!last) return ''
  if (messages.length > READ_OUT)
    return `${messages.length} new messages, the last one from ${getSenderName(last.sender)}`
  return messages.map(({ sender, content }) => `${getSenderName(sender)}: ${content}`).join('. ')
}
