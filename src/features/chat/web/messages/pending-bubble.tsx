import { Button } from '~/design/button'
import { useSecondsUntil } from '~/design/use-countdown'
import type { PendingMessage } from '../outbox/pending-message'
import { MessageText } from './message-text'

/** What can be done about one that did not go out, by its client id. */
export type PendingActions = {
  onRetry: (clientId: string) => void
  /** Its text goes back to where one writes. */
  onTakeBack: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

type PendingBubbleProps = PendingActions & { unsent: PendingMessage }

/** CH-08: an own message that is not confirmed yet. It appears immediately, and its text is never lost. */
export function PendingBubble({ unsent, onRetry, onTakeBack, onDiscard }: PendingBubbleProps) {
  const { clientId, content, state, problem, retryAt } = unsent
  const seconds = useSecondsUntil(retryAt)
  return (
    <div className="mr" data-state={state}>
      <p className="m">
        <MessageText text={content} />
      </p>
      {state === 'sending' && <span className="ps">Sending</span>}
      {state === 'waiting' && (
        <div className="ps row">
          {seconds > 0 ? (
            <span className="num">Goes out by itself in {seconds} s</span>
          ) : (
            <>
              <span>{problem ?? 'Waiting for the connection.'}</span>
              <Button size="sm" variant="ghost" onClick={() => onRetry(clientId)}>
                Retry now
              </Button>
            </>
          )}
          <Button size="sm" variant="ghost" onClick={() => onDiscard(clientId)}>
            Discard
          </Button>
        </div>
      )}
      {state === 'failed' && (
        <div className="ps row">
          <span className="err">{problem ?? 'Not sent.'}</span>
          <Button size="sm" variant="ghost" onClick={() => onRetry(clientId)}>
            Retry
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onTakeBack(clientId)}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onDiscard(clientId)}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}
