import { type RefObject, useEffect, useRef } from 'react'
import { CodeField } from './code-field'

const DIGITS = 6

export const DIGITS_MISSING = 'Enter the six-digit code.'

export function hasSixDigits(text: string): boolean {
  return text.length === DIGITS && !/\D/u.test(text)
}

type SixDigitsProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Called once per code when all six digits are present. Without this prop, a button submits the code. */
  onComplete?: ((value: string) => void) | undefined
  error?: string | undefined
  describedBy?: string | undefined
  autoFocus?: boolean
  ref?: RefObject<HTMLInputElement | null> | undefined
}

/**
 * A field for a six-digit code. After an error the code stays. If all six digits are present, typing replaces them;
 * otherwise typing adds the missing digits.
 */
export function SixDigitField(props: SixDigitsProps) {
  const { label, value, onValueChange, onComplete, error, describedBy, autoFocus, ref } = props
  const own = useRef<HTMLInputElement>(null)
  const field = ref ?? own
  const lastComplete = useRef('')
  useEffect(() => {
    const input = field.current
    if (error === undefined || input === null) return
    if (hasSixDigits(input.value)) {
      input.focus()
      input.select()
    }
    input.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }, [error, field])
  return (
    <CodeField
      ref={field}
      label={label}
      name="code"
      kind="digits"
      length={DIGITS}
      autoFocus={autoFocus}
      required
      value={value}
      aria-describedby={describedBy}
      error={error}
      onValueChange={(next) => {
        onValueChange(next)
        if (!hasSixDigits(next) || next === lastComplete.current) return
        lastComplete.current = next
        onComplete?.(next)
      }}
    />
  )
}
