import { Button } from '~/design/button'
import { sayCountdown, useCountdown } from './use-countdown'
import '~/design/button-flush.css'

type SendAgainProps = {
  /** Milliseconds since 1970: nothing can be sent before. */
  from: number | undefined
  isSending: boolean
  onSend: () => void
  /** It takes the place of the button that was pressed. */
  autoFocus?: boolean
}

/**
 * A code or link that does not come can be sent anew, a minute after the last. Until then the button stays, and says how long: whoever
 * pressed it by key would lose their place otherwise.
 */
export function SendAgain({ from, isSending, onSend, autoFocus }: SendAgainProps) {
  const left = useCountdown(from)
  return (
    <Button
      variant="ghost"
      size="sm"
      className="btn-flush"
      autoFocus={autoFocus}
      aria-disabled={left > 0 || undefined}
      busy={isSending && 'Sending'}
      onClick={onSend}
    >
      {left > 0 ? `Send again in ${sayCountdown(left)}` : 'Send again'}
    </Button>
  )
}
