import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { hasSixDigits, SixDigits } from '~/design/six-digits'
import styles from './auth-page.module.css'

type FactorCodeFormProps = {
  label: string
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
  isChecking: boolean
  onCode: (code: string) => void
  /** The checkbox "Trust this browser". It comes before the digits, because the last digit submits the form. */
  trust: ReactNode
  children?: ReactNode
}

/** Six-digit field and its button; the last digit submits the form. */
export function FactorCodeForm(props: FactorCodeFormProps) {
  const { label, problem, onProblem, isChecking, onCode, trust, children } = props
  const [code, setCode] = useState('')

  function show(digits: string) {
    if (isChecking || !hasSixDigits(digits)) return
    onProblem(undefined)
    onCode(digits)
  }
  return (
    <Form
      method="post"
      className={classNames('stack', styles.form)}
      onSubmit={() => show(code)}
      aria-label="Two-step verification"
    >
      {trust}
      <SixDigits
        autoFocus
        label={label}
        value={code}
        onValueChange={setCode}
        onComplete={show}
        error={problem}
      />
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
    </Form>
  )
}
