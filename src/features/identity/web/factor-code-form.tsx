import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { hasSixDigits, SixDigits } from '~/design/six-digits'

type FactorCodeFormProps = {
  label: string
  /** What the service said about the last try. */
  fault: string | undefined
  onFault: (fault: string | undefined) => void
  isChecking: boolean
  onCode: (code: string) => void
  /**
   * The box "Trust this browser". Before the digits: with the last of them they are gone, and what stands after them is never answered.
   */
  trust: ReactNode
  /** Below the button. */
  children?: ReactNode
}

/** Six digits and the button that shows them; the last digit presses it. */
export function FactorCodeForm(props: FactorCodeFormProps) {
  const { label, fault, onFault, isChecking, onCode, trust, children } = props
  const [code, setCode] = useState('')

  function show(digits: string) {
    if (isChecking || !hasSixDigits(digits)) return
    onFault(undefined)
    onCode(digits)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    show(code)
  }
  return (
    <form
      method="post"
      className="stack au-form"
      onSubmit={submit}
      noValidate
      aria-label="Two-step verification"
    >
      {trust}
      <SixDigits autoFocus label={label} value={code} onValueChange={setCode} onWhole={show} error={fault} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        aria-disabled={!hasSixDigits(code)}
        busy={isChecking && 'Checking'}
      >
        Continue
      </Button>
      {children}
    </form>
  )
}
