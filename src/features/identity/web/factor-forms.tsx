import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { notify } from '~/design/toast'
import { useSecondsUntil } from '~/design/use-countdown'
import { NO_KEY_USED } from './factor-messages'
import { ResendButton } from './resend-button'
import { useResendTimer } from './use-resend-timer'
import { type ChosenFactor, useFactorCheck } from './use-factor-check'
import styles from './auth-page.module.css'
import { Form } from '~/design/form'
import { hasSixDigits, SixDigitField } from '~/design/six-digit-field'

type FactorCodeFormProps = {
  label: string
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
  isChecking: boolean
  onCode: (code: string) => void
  /** The checkbox "Trust this browser". It is above the code field, because the last digit submits the form. */
  trust: ReactNode
  children?: ReactNode
}

export type FactorFormProps = ChosenFactor & { trust: ReactNode }

export function AuthenticatorForm({ trust, ...shown }: FactorFormProps) {
  const [problem, setProblem] = useState<string>()
  const { check, isChecking } = useFactorCheck({ ...shown, onWrong: setProblem })
  return (
    <FactorCodeForm
      label="Code from your app"
      problem={problem}
      onProblem={setProblem}
      isChecking={isChecking}
      onCode={(code) => check({ code })}
      trust={trust}
    />
  )
}

/**
 * Form for a texted code. The message is sent only when the person presses the button: it costs money, and a reload
 * must not send another.
 */
export function PhoneForm({ trust, ...shown }: FactorFormProps) {
  const [problem, setProblem] = useState<string>()
  const again = useResendTimer(shown.challenge?.resendAt)
  const { startChallenge, check, isChecking, onTrouble } = useFactorCheck({ ...shown, onWrong: setProblem })
  const send = useMutation({
    mutationFn: startChallenge,
    onMutate: () => notify.dismiss(),
    onSuccess: () => {
      setProblem(undefined)
      again.countFromNow()
    },
    onError: (error) => {
      if (!again.isEarly(error)) onTrouble(error)
    },
  })
  if (shown.challenge === undefined)
    return (
      <FirstTextButton
        trust={trust}
        from={again.resendAt}
        isSending={send.isPending}
        onSend={() => send.mutate()}
      />
    )
  return (
    <FactorCodeForm
      label="Code"
      problem={problem}
      onProblem={setProblem}
      isChecking={isChecking}
      onCode={(code) => check({ code })}
      trust={trust}
    >
      <div className="row small">
        <ResendButton from={again.resendAt} isSending={send.isPending} onSend={() => send.mutate()} />
      </div>
    </FactorCodeForm>
  )
}

type FirstTextProps = {
  trust: ReactNode
  /**
   * When the next message may be sent, in milliseconds since 1970; undefined until the server has refused a message
   * as too early.
   */
  from: number | undefined
  isSending: boolean
  onSend: () => void
}

/**
 * Button for the first message. It counts down if the phone got a message less than a minute ago, for example when it
 * was added.
 */
function FirstTextButton({ trust, from, isSending, onSend }: FirstTextProps) {
  const left = useSecondsUntil(from)
  return (
    <div className={classNames('stack', styles.form)}>
      {trust}
      <Button
        variant="primary"
        size="lg"
        full
        aria-disabled={left > 0 || undefined}
        busy={isSending && 'Sending'}
        onClick={onSend}
      >
        Text me a code
      </Button>
      {left > 0 && (
        <div className="small faint">
          <output>We sent a message to this phone moments ago.</output>
          <p>You can request another in {formatResendWait(left)}.</p>
        </div>
      )}
    </div>
  )
}

/** Formats seconds for a sentence: `42 s`, and from two minutes on `3 min`. */
function formatResendWait(seconds: number): string {
  return seconds < 120 ? `${seconds}\u00A0s` : `${Math.ceil(seconds / 60)}\u00A0min`
}

/** Form for a security key, which the browser asks for in its own dialog. */
export function SecurityKeyForm({ trust, ...shown }: FactorFormProps) {
  const { requestKey, check, isChecking, onTrouble } = useFactorCheck({ ...shown, onWrong: notify.error })
  const request = useMutation({
    mutationFn: requestKey,
    onMutate: () => notify.dismiss(),
    onSuccess: (authentication) =>
      authentication === undefined ? notify.error(NO_KEY_USED) : check({ authentication }),
    onError: onTrouble,
  })
  return (
    <div className={classNames('stack', styles.form)}>
      {trust}
      <Button
        variant="primary"
        size="lg"
        full
        busy={(request.isPending && 'Asking') || (isChecking && 'Checking')}
        onClick={() => request.mutate()}
      >
        Use security key
      </Button>
    </div>
  )
}

/** Six-digit field and its button; the last digit submits the form. */
function FactorCodeForm(props: FactorCodeFormProps) {
  const { label, problem, onProblem, isChecking, onCode, trust, children } = props
  const [code, setCode] = useState('')

  function submitDigits(digits: string) {
    if (isChecking || !hasSixDigits(digits)) return
    onProblem(undefined)
    onCode(digits)
  }
  return (
    <Form
      method="post"
      className={classNames('stack', styles.form)}
      onSubmit={() => submitDigits(code)}
      aria-label="Two-step verification"
    >
      {trust}
      <SixDigitField
        autoFocus
        label={label}
        value={code}
        onValueChange={setCode}
        onComplete={submitDigits}
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
