import { Spinner } from '~/design/spinner'
import { useConnection } from '../live/use-live'
import { useTyping } from '../typing/use-typing'
import { TypingLine } from './typing-line'

/** Between list and field, taking no room: who is writing, or that the stream is away. */
export function ConversationNotice({ roomId }: { roomId: string }) {
  const names = useTyping({ roomId })
  const isAway = useConnection() === 'connecting'
  return (
    <div className="ntl">
      {!isAway && <TypingLine names={names} />}
      <output className="micro m2">
        {isAway && (
          <span className="typ">
            <Spinner /> Reconnecting…
          </span>
        )}
      </output>
    </div>
  )
}
