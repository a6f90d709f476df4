import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { emailFault, type Faults, pointAtFirst, typed } from './form-faults'
import { OutcomeTitle } from './outcome-title'
import { identity } from './queries'

/** Asks for a link to set a new password. The answer does not tell whether there is an account. */
export function ForgotForm() {
  const [faults, setFaults] = useState<Faults>({})
  const recover = useMutation(
    identity.requestPasswordReset.mutationOptions({
      onError: (error) => {
        setFaults(fieldErrors(error))
        notify.error(errorMessage(error))
      },
    }),
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = typed(form, 'email')
    const found = { email: emailFault(email) }
    setFaults(found)
    if (pointAtFirst(form, found)) recover.mutate({ email })
  }

  if (recover.isSuccess) {
    return (
      <div>
        <OutcomeTitle>Look in your mail</OutcomeTitle>
        <p className="m2">
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
        <Button type="submit" variant="primary" size="lg" full busy={recover.isPending && 'Sending'}>
          Send a link
        </Button>
      </form>
    </>
  )
}
