import { useRef, useState } from 'react'
import { TextField } from '~/design/text-field'
import { formatPhone, PHONE_EXPECTED, parsePhone } from '~/lib/phone'
import { getErrorMessage } from '~/platform/rpc/errors'
import { AccountChangeDialog } from './change-dialogs'
import { CodeDialog } from './code-dialog'
import { useChange } from './use-change'

type PhoneNumberProps<Sent> = {
  title: string
  description: string
  sendCode: (phone: string) => Promise<Sent>
  onSent: (sent: Sent) => void
  onClose: () => void
}

/** First step to add a phone, for sign-in or as a factor: asks for the number, and texts a code to it. */
export function PhoneNumberDialog<Sent>({ sendCode, onSent, ...dialog }: PhoneNumberProps<Sent>) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const send = useChange({
    call: sendCode,
    onDone: onSent,
    onFailed: (failure) => setError(getErrorMessage(failure)),
  })
  return (
    <AccountChangeDialog
      {...dialog}
      actionLabel="Send code"
      busy={send.isPending && 'Sending'}
      startAt={field}
      onSubmit={() => {
        const number = parsePhone(typed)
        setIsWrong(number === undefined)
        if (number !== undefined) send.mutate(number)
        else field.current?.focus()
      }}
    >
      <TextField
        ref={field}
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="+49 30 5550142"
        value={typed}
        maxLength={40}
        error={isWrong ? PHONE_EXPECTED : error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AccountChangeDialog>
  )
}

type PhoneCodeProps<Output> = {
  phone: string
  actionLabel: string
  /** Label of the button while the code is checked. */
  busyLabel: string
  verify: (code: string) => Promise<Output>
  sendAgain: () => Promise<unknown>
  getMessage?: (error: unknown) => string
  onDone: (output: Output) => void
  onClose: () => void
}

/** Second step: asks for the code that was texted to the number. */
export function PhoneCodeDialog<Output>(props: PhoneCodeProps<Output>) {
  const {
    phone,
    actionLabel,
    busyLabel,
    verify,
    sendAgain,
    getMessage = getErrorMessage,
    onDone,
    onClose,
  } = props
  const [error, setError] = useState<string>()
  const onFailed = (failure: unknown) => setError(getMessage(failure))
  const check = useChange({ call: verify, onDone, onFailed })
  const again = useChange({ call: sendAgain, onDone: () => setError(undefined), onFailed })
  return (
    <CodeDialog
      title="Enter the code"
      description={`We texted a code to ${formatPhone(phone)}.`}
      actionLabel={actionLabel}
      busy={check.isPending && busyLabel}
      error={error}
      resend={{ busy: again.isPending, onResend: () => again.mutate() }}
      onSubmit={check.mutate}
      onClose={onClose}
    />
  )
}
