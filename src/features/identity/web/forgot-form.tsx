import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { CaptchaField, useCaptcha } from './captcha'
import { emailFault, type Faults, pointAtFirst, typed } from './form-faults'
import { OutcomeTitle } from './outcome-title'
import { identity } from './queries'
import type { Ways } from './way-queries'

type ForgotFormProps = {
  ways: Ways
  /** What was typed on the page before; the server knows nothing of it. */
  email?: string | undefined
  /** Where the person was going; the link leads on to it. */
  next?: string | undefined
}

/** Asks for a link to set a new password. The answer does not tell whether there is an account. */
export function ForgotForm({ ways, email: given, next }: ForgotFormProps) {
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.elements.namedItem('email')
    if (given !== undefined && field instanceof HTMLInputElement && field.value === '') field.value = given
  }, [given])
  const captcha = useCaptcha(ways.captcha)
  const recover = useMutation(
    identity.requestPasswordReset.mutationOptions({
      onError: (error) => {
        setFaults(fieldErrors(error))
        notify.error(errorMessage(error))
      },
      onSettled: captcha.renew,
    }),
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = typed(event.currentTarget, 'email')
    const found = { email: emailFault(email), captcha: captcha.fault }
    setFaults(found)
    if (pointAtFirst(event.currentTarget, found)) recover.mutate({ email, next, ...captcha.proof })
  }

  if (recover.isSuccess) {
    return (
      <div>
        <OutcomeTitle>Look in your mail</OutcomeTitle>
        <p className="m2 au-lead">
          If {recover.variables.email.trim()} has an account, a link is on its way. It works once and for an
          hour.
        </p>
      </div>
    )
  }
  return (
    <>
      <div>
        <h1 className="t1">Forgotten your password?</h1>
        <p className="m2">We mail you a link to set a new one.</p>
      </div>
      <form ref={form} method="post" className="stack au-form" onSubmit={submit} noValidate>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          error={faults['email']}
        />
        <CaptchaField captcha={captcha} fault={faults['captcha']} />
        <Button type="submit" variant="primary" size="lg" full busy={recover.isPending && 'Sending'}>
          Send a link
        </Button>
      </form>
    </>
  )
}
