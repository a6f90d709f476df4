import { type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { Segmented } from '~/design/segmented'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { PHONE_EXPECTED, readPhone } from '~/lib/phone'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { CaptchaField, useCaptcha } from './captcha'
import { emailFault, type Faults, pointAtFirst, typed } from './form-faults'
import { type Destination, useSendCode } from './use-send-code'
import { useRefusal } from './use-refusal'
import type { Ways } from './way-queries'

type CodeRequestProps = {
  next: string | undefined
  ways: Ways
  /** What was typed on the screen before. */
  email: string
  onSent: (to: Destination, againAt: number, isNew: boolean) => void
  onPassword: () => void
}

/** Asks where a code is to go. */
export function CodeRequest({ next, ways, email, onSent, onPassword }: CodeRequestProps) {
  const [by, setBy] = useState<'email' | 'phone'>('email')
  const [faults, setFaults] = useState<Faults>({})
  const captcha = useCaptcha(ways.captcha)
  const refuse = useRefusal()
  const send = useSendCode({
    next,
    captcha,
    onSent,
    onError: (error) => {
      setFaults(fieldErrors(error))
      refuse(errorMessage(error))
    },
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const to = typed(form, by)
    const found = { [by]: by === 'email' ? emailFault(to) : phoneFault(to), captcha: captcha.fault }
    setFaults(found)
    notify.dismiss()
    if (pointAtFirst(form, found))
      send.mutate(by === 'email' ? { email: to } : { phone: readPhone(to) ?? to })
  }

  return (
    <>
      <div>
        <h1 className="t1">
          <span className="nw">One-time</span> code
        </h1>
        <p className="m2">Six numbers instead of a password.</p>
      </div>
      <form method="post" className="stack au-form" onSubmit={submit} noValidate aria-label="Send a code">
        {ways.hasPhone && (
          <Segmented
            className="au-by"
            label="Where to"
            full
            value={by}
            onValueChange={setBy}
            options={[
              { value: 'email', label: 'Email' },
              { value: 'phone', label: 'Phone' },
            ]}
          />
        )}
        <div hidden={by !== 'email'}>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            defaultValue={email}
            error={faults['email']}
          />
        </div>
        {ways.hasPhone && (
          <div hidden={by !== 'phone'}>
            <TextField
              label="Phone"
              name="phone"
              type="tel"
              autoComplete="tel"
              inputMode="tel"
              required
              help="With its country, such as +49 30 123456."
              error={faults['phone']}
            />
          </div>
        )}
        <CaptchaField captcha={captcha} fault={faults['captcha']} />
        <Button type="submit" variant="primary" size="lg" full busy={send.isPending && 'Sending'}>
          Send a code
        </Button>
        <div className="row between small">
          <span className="m3" />
          <Button variant="ghost" size="sm" className="btn-flush" onClick={onPassword}>
            Use a password
          </Button>
        </div>
      </form>
    </>
  )
}

function phoneFault(phone: string): string | undefined {
  if (phone.trim() === '') return 'Enter your phone number.'
  return readPhone(phone) === undefined ? PHONE_EXPECTED : undefined
}
