import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { DIGITS_MISSING, hasSixDigits, SixDigitField } from '~/design/six-digit-field'
import { getNextResendTime } from '../use-resend-timer'
import { ResendButton } from '../resend-button'
import { AccountChangeDialog } from './change-dialogs'

type ResendCodeProps = {
  busy: boolean
  onResend: () => void
  /** When another code may be sent, in milliseconds since 1970; undefined if unknown. */
  from?: number | undefined
}

type CodeDialogProps = {
  title: string
  description?: ReactNode
  actionLabel: string
  busy: string | false
  error: string | undefined
  /** Props of the button that sends another code; omitted for authenticator apps. */
  resend?: ComponentProps<typeof ResendCode> | undefined
  onSubmit: (code: string) => void
  onClose: () => void
  children?: ReactNode
  below?: ReactNode
}

/** Dialog for a six-digit code; the last digit submits it. */
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
    <AccountChangeDialog {...dialog} busy={busy} startAt={field} onSubmit={() => send(code)}>
      {children}
      <SixDigitField
        ref={field}
        label="Code"
        value={code}
        // The error is hidden during a check, so that a second, equal one is announced again and the field can be
        // overwritten.
        error={isShort ? DIGITS_MISSING : busy === false ? error : undefined}
        onValueChange={(typed) => {
          setIsShort(false)
          setCode(typed)
        }}
        onComplete={(whole) => busy === false && onSubmit(whole)}
      />
      {resend && (
        <ResendCode
          {...resend}
          onResend={() => {
            // A refused code is cleared, because a full field accepts no more digits.
            if (hasSixDigits(code)) setCode('')
            resend.onResend()
          }}
        />
      )}
    </AccountChangeDialog>
  )
}

/**
 * Button to resend a code. It starts with a countdown, because the dialog opens when the first code is sent, and the
 * server sends one code a minute.
 */
function ResendCode({ busy, onResend, from: known }: ResendCodeProps) {
  const [from, setFrom] = useState(getNextResendTime)
  return (
    <div className="row small">
      <ResendButton
        from={known ?? from}
        isSending={busy}
        onSend={() => {
          setFrom(getNextResendTime())
          onResend()
        }}
      />
    </div>
  )
}
