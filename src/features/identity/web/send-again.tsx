import { Button } from '~/design/button'
import { formatCountdown, useSecondsUntil } from '~/design/use-countdown'

type SendAgainProps = {
  /** Milliseconds since 1970: nothing can be sent before. */
  from: number | undefined
  isSending: boolean
  onSend: () => void
  /** It takes the place of the button that was pressed. */
  autoFocus?: boolean
}

/**
 * Sends a code or link again, a minute after the last one. Until then the button stays and counts down, so that the keyboard
 * keeps its place.
 */
export function SendAgain({ from, isSending, onSend, autoFocus }: SendAgainProps) {
  const left = useSecondsUntil(from)
  return (
    <Button
      variant="ghost"
      size="sm"
      flush
      autoFocus={autoFocus}
      aria-disabled={left > 0 || undefined}
      busy={isSending && 'Sending'}
      onClick={onSend}
    >
      {left > 0 ? `Send again in ${formatCountdown(left)}` : 'Send again'}
    </Button>
  )
}
