import { useState } from 'react'
import { Button } from '~/design/button'
import { sayCountdown, useCountdown } from '../use-countdown'

const PAUSE_MS = 60_000

type ResendCodeProps = { busy: boolean; onResend: () => void }

/** The server sends one a minute: until then the button says how long. For a dialog that opens when the first one was sent. */
export function ResendCode({ busy, onResend }: ResendCodeProps) {
  const [until, setUntil] = useState(() => Date.now() + PAUSE_MS)
  const left = useCountdown(until)
  return (
    <p className="row wrapf small m2">
      <span>Nothing came?</span>
      <Button
        size="sm"
        variant="ghost"
        aria-disabled={left > 0 || undefined}
        busy={busy && 'Sending'}
        onClick={() => {
          setUntil(Date.now() + PAUSE_MS)
          onResend()
        }}
      >
        {left > 0 ? `Send again in ${sayCountdown(left)}` : 'Send again'}
      </Button>
    </p>
  )
}
