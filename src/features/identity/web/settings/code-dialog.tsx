import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CodeField } from '~/design/code-field'
import { ChangeDialog } from './change-dialog'
import { ResendCode } from './resend-code'

type CodeDialogProps = {
  title: string
  description?: ReactNode
  actLabel: string
  busy: string | false
  /** What was said about the last code. */
  error: string | undefined
  /** Left out: nothing was sent, an app shows the code. */
  resend?: { busy: boolean; onResend: () => void } | undefined
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
  // A wrong one is written over by the next.
  useEffect(() => {
    if (error !== undefined) field.current?.select()
  }, [error])
  const send = (wanted: string) => {
    setIsShort(wanted.length < 6)
    if (wanted.length === 6) onSubmit(wanted)
    else field.current?.focus()
  }
  return (
    <ChangeDialog {...dialog} busy={busy} startAt={field} onSubmit={() => send(code)}>
      {children}
      <CodeField
        ref={field}
        label="Code"
        kind="digits"
        length={6}
        value={code}
        error={isShort ? 'Enter the six digits.' : error}
        onValueChange={(typed) => {
          setIsShort(false)
          setCode(typed)
          if (typed.length === 6 && typed !== code && busy === false) onSubmit(typed)
        }}
      />
      {resend && <ResendCode {...resend} />}
    </ChangeDialog>
  )
}
