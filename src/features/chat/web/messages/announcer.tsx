import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../contract-shapes'
import { senderName } from './listed-message'

const PAUSE_MS = 4_000
/** More than this at once are counted instead of read. */
const READ_OUT = 2

type AnnouncerProps = { messages: readonly ChatMessage[]; meId: string; hiddenPeople: ReadonlySet<string> }

/**
 * Tells a screen reader what others say, at most every few seconds and in a few words: the list itself would read out all
 * that is loaded, changed, or one's own.
 */
export function Announcer({ messages, meId, hiddenPeople }: AnnouncerProps) {
  const newest = messages.at(-1)?.seq ?? 0
  const heard = useRef(newest)
  const waiting = useRef<ChatMessage[]>([])
  const spokenAt = useRef(0)
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
    // Once set it is not put off: while messages pour in without a pause, nothing would ever be told.
    if (waiting.current.length === 0 || timer.current !== undefined) return
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        spokenAt.current = Date.now()
        const words = announcement(waiting.current)
        waiting.current = []
        setSaid(({ turn }) => ({ words, turn: turn + 1 }))
      },
      Math.max(300, spokenAt.current + PAUSE_MS - Date.now()),
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
      {/* The same words again are news again. */}
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
