import { useState } from 'react'
import { SendAgain } from '../send-again'
import { AGAIN_SECONDS } from '../use-again'

type ResendCodeProps = { busy: boolean; onResend: () => void }

/** The server sends one a minute: until then the button says how long. For a dialog that opens when the first one was sent. */
export function ResendCode({ busy, onResend }: ResendCodeProps) {
  const [from, setFrom] = useState(inAMinute)
  return (
    <div className="row small">
      <SendAgain
        from={from}
        isSending={busy}
        onSend={() => {
          setFrom(inAMinute())
          onResend()
        }}
      />
    </div>
  )
}

function inAMinute(): number {
  return Date.now() + AGAIN_SECONDS * 1000
}
