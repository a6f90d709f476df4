import { Button } from '~/design/button'
import { sayCountdown, useCountdown } from './use-countdown'

type SendAgainProps = {
  /** Milliseconds since 1970: nothing can be sent before. */
  from: number | undefined
  isSending: boolean
  onSend: () => void
}

/** A code that does not come can be sent anew, a minute after the last. */
export function SendAgain({ from, isSending, onSend }: SendAgainProps) {
  const left = useCountdown(from)
  if (left > 0) return <span className="m3">Send again in {sayCountdown(left)}</span>
  return (
    <Button variant="ghost" size="sm" className="au-flush" busy={isSending && 'Sending'} onClick={onSend}>
      Send again
    </Button>
  )
}
