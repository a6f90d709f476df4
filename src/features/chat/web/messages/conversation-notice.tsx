import { Spinner } from '~/design/spinner'
import { useConnection } from '../live/use-live'
import { useTyping } from '../typing/use-typing'
import { TypingLine } from './typing-line'

/** Between list and field, taking no room: who is writing, or that the stream is away. */
export function ConversationNotice({ roomId, meId }: { roomId: string; meId: string }) {
  const names = useTyping({ personId: meId, roomId })
  const isAway = useConnection() === 'connecting'
  return (
    <div className="ntl">
      {!isAway && <TypingLine names={names} />}
      <p role="status" className="micro m2">
        {isAway && (
          <span className="typ">
            <Spinner /> Reconnecting…
          </span>
        )}
      </p>
    </div>
  )
}
