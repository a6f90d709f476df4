import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { DIGITS_MISSING, hasSixDigits, SixDigits } from '~/design/six-digits'
import { inAMinute } from '../use-again'
import { SendAgain } from '../send-again'
import { ChangeDialog } from './change-dialog'

type ResendCodeProps = {
  busy: boolean
  onResend: () => void
  /** Milliseconds since 1970, where it is known when another may be sent. */
  from?: number | undefined
}

type CodeDialogProps = {
  title: string
  description?: ReactNode
  actLabel: string
  busy: string | false
  /** What was said about the last code. */
  error: string | undefined
  /** Left out: nothing was sent, an app shows the code. */
  resend?: ComponentProps<typeof ResendCode> | undefined
  onSubmit: (code: string) => void
  onClose: () => void
  /** Above the field. */
  children?: ReactNode
  below?: ReactNode
}

/** Six digits; the last one sends them. */
export function CodeDialog(props: CodeDialogProps) {
  const { error, resend, onSubmit, children, busy, ...dialog } = props
  const [code, setCode] = useState('')
  const [isShort, setIsShort] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const send = (wanted: string) => {
    setIsShort(!hasSixDigits(wanted))
    if (hasSixDigits(wanted)) onSubmit(wanted)
    else field.current?.focus()
  }
  return (
    <ChangeDialog {...dialog} busy={busy} startAt={field} onSubmit={() => send(code)}>
      {children}
      <SixDigits
        ref={field}
        label="Code"
        value={code}
        // Gone while the next one is looked at: the same words are a new refusal, which is told of and written over like the first.
        error={isShort ? DIGITS_MISSING : busy === false ? error : undefined}
        onValueChange={(typed) => {
          setIsShort(false)
          setCode(typed)
        }}
        onWhole={(whole) => busy === false && onSubmit(whole)}
      />
      {resend && (
        <ResendCode
          {...resend}
          onResend={() => {
            // It was sent and refused; a field that is full takes no other.
            if (hasSixDigits(code)) setCode('')
            resend.onResend()
          }}
        />
      )}
    </ChangeDialog>
  )
}

/** The server sends one a minute: until then the button says how long. For a dialog that opens when the first one was sent. */
function ResendCode({ busy, onResend, from: known }: ResendCodeProps) {
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
