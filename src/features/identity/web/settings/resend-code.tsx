import { useState } from 'react'
import { SendAgain } from '../send-again'
import { inAMinute } from '../use-again'

type ResendCodeProps = {
  busy: boolean
  onResend: () => void
  /** Milliseconds since 1970, where it is known when another may be sent. */
  from?: number | undefined
}

/** The server sends one a minute: until then the button says how long. For a dialog that opens when the first one was sent. */
export function ResendCode({ busy, onResend, from: known }: ResendCodeProps) {
  const [from, setFrom] = useState(inAMinute)
  return (
    <div className="row small">
      <SendAgain
        from={known ?? from}
        isSending={busy}
        onSend={() => {
          setFrom(inAMinute())
          onResend()
        }}
      />
    </div>
  )
}
