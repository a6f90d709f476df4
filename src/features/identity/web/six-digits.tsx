import { useEffect, useRef } from 'react'
import { CodeField } from '~/design/code-field'

export const CODE_DIGITS = 6

type SixDigitsProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** All six are there, typed, pasted or filled in by the phone; not again for the same six. */
  onWhole: (value: string) => void
  error?: string | undefined
  describedBy?: string | undefined
}

/** A one-time code, sent with its last digit. After a refusal it stays, and typing writes it anew. */
export function SixDigits({ label, value, onValueChange, onWhole, error, describedBy }: SixDigitsProps) {
  const field = useRef<HTMLInputElement>(null)
  const lastWhole = useRef('')
  useEffect(() => {
    if (error === undefined) return
    field.current?.focus()
    field.current?.select()
  }, [error])
  return (
    <CodeField
      ref={field}
      label={label}
      name="code"
      kind="digits"
      length={CODE_DIGITS}
      autoFocus
      required
      value={value}
      aria-describedby={describedBy}
      error={error}
      onValueChange={(next) => {
        onValueChange(next)
        if (next.length < CODE_DIGITS || next === lastWhole.current) return
        lastWhole.current = next
        onWhole(next)
      }}
    />
  )
}
