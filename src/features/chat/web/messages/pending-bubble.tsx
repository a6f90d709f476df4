import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { useSecondsUntil } from '~/design/use-countdown'
import type { PendingMessage } from '../outbox/pending-message'
import { MessageText } from './message-text'
import styles from './message.module.css'

export type PendingActions = {
  onRetry: (clientId: string) => void
  /** Moves the message's text to the composer. */
  onWithdraw: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

type PendingBubbleProps = PendingActions & { unsent: PendingMessage }

/** CH-08: an own message that is not confirmed yet. It appears immediately, and its text is never lost. */
export function PendingBubble({ unsent, onRetry, onWithdraw, onDiscard }: PendingBubbleProps) {
  const { clientId, content, state, problem, retryAt } = unsent
  const seconds = useSecondsUntil(retryAt)
  return (
    <div className={styles.message} data-state={state}>
      <p className={styles.bubble}>
        <MessageText text={content} />
      </p>
      {state === 'sending' && <span className={styles.progress}>Sending</span>}
      {state === 'waiting' && (
        <div className={classNames('row', styles.progress)}>
          {seconds > 0 ? (
            <span>Sent automatically in {seconds} s</span>
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
        <div className={classNames('row', styles.progress)}>
          <span className="field-error">{problem ?? 'Not sent.'}</span>
          <Button size="sm" variant="ghost" onClick={() => onRetry(clientId)}>
            Retry
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onWithdraw(clientId)}>
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
