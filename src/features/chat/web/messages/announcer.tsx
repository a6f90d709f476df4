import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../contract-shapes'
import { senderName } from './listed-message'

const PAUSE_MS = 4_000
/** More messages than this are counted instead of read out. */
const READ_OUT = 2

type AnnouncerProps = { messages: readonly ChatMessage[]; meId: string; hiddenPeople: ReadonlySet<string> }

/**
 * Announces other people's messages to screen readers, briefly and at most every few seconds: a live list would read
 * out everything that is loaded, changed or one's own.
 */
export function Announcer({ messages, meId, hiddenPeople }: AnnouncerProps) {
  const newest = messages.at(-1)?.seq ?? 0
  const heard = useRef(newest)
  const waiting = useRef<ChatMessage[]>([])
  const announcedAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [said, setSaid] = useState({ words: '', turn: 0 })
  useEffect(() => {
    const isHeard = ({ seq, sender, content, isHidden }: ChatMessage) =>
      seq > heard.current &&
      content !== null &&
      !isHidden &&
      sender?.id !== meId &&
      !(sender && hiddenPeople.has(sender.id))
    waiting.current.push(...messages.filter(isHeard))
    heard.current = Math.max(heard.current, newest)
    // Never postponed: otherwise continuous messages would never be announced.
    if (waiting.current.length === 0 || timer.current !== undefined) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        announcedAt.current = Date.now()
        const words = announcement(waiting.current)
        waiting.current = []
        setSaid(({ turn }) => ({ words, turn: turn + 1 }))
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
      {/* A new key, so that the same words are announced again. */}
      <span key={said.turn}>{said.words}</span>
    </div>
  )
}

function announcement(messages: readonly ChatMessage[]): string {
  const last = messages.at(-1)
  if (!last) return ''
  if (messages.length > READ_OUT)
    return `${messages.length} new messages, the last one from ${senderName(last.sender)}`
  return messages.map(({ sender, content }) => `${senderName(sender)}: ${content}`).join('. ')
}
