import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { CaptchaField, useCaptcha } from './captcha'
import { emailFault, type Faults, pointAtFirst, typed } from './form-faults'
import { OutcomeTitle } from './outcome-title'
import { identity } from './queries'
import type { Ways } from './way-queries'

/** Asks for a link to set a new password. The answer does not tell whether there is an account. */
export function ForgotForm({ ways }: { ways: Ways }) {
  const [faults, setFaults] = useState<Faults>({})
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
    const form = event.currentTarget
    const email = typed(form, 'email')
    const found = { email: emailFault(email), captcha: captcha.fault }
    setFaults(found)
    if (pointAtFirst(form, found)) recover.mutate({ email, ...captcha.proof })
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
      <form method="post" className="stack au-form" onSubmit={submit} noValidate>
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
