import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock, formatShort, isoDay } from '~/lib/time'
import { shownName } from '../../rules/shown-name'

export type QuotedMessage = {
  kind: 'message'
  messageId: string
  text: string
  /** ISO */
  at: string
  /** Null: the account is gone. */
  senderName: string | null
  /** Null: a conversation of two. */
  roomName: string | null
}

/** `Marco Tiele in Deep end, 21:31`, and what they said. */
export function MessageQuote({ message }: { message: QuotedMessage }) {
  const zone = useReaderZone()
  return (
    <div className="report-quote">
      <p className="small">
        <b className="b">{shownName(message.senderName)}</b>
        {message.roomName !== null && ` in ${message.roomName}`}
        {zone && `, ${momentWords(message.at, zone)}`}
      </p>
      <p>{message.text}</p>
    </div>
  )
}

/** The time alone is enough today. */
function momentWords(at: string, zone: string): string {
  return isoDay(at, zone) === isoDay(new Date(), zone) ? formatClock(at, zone) : formatShort(at, zone)
}
