import { Button } from '~/design/button'
import { formatCountdown, useSecondsUntil } from '~/design/use-countdown'

type ResendButtonProps = {
  /** When the next code or link may be sent, in milliseconds since 1970. */
  from: number | undefined
  isSending: boolean
  onSend: () => void
  /** Set if this button replaces the one that was pressed, and takes over its focus. */
  autoFocus?: boolean
}

/**
 * Button that sends a code or link again, a minute after the last one. Until then it stays and counts down, so that it
 * keeps the keyboard focus.
 */
export function ResendButton({ from, isSending, onSend, autoFocus }: ResendButtonProps) {
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
