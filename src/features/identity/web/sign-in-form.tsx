import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { emailFault, type Faults, pointAtFirst, typed } from './form-faults'
import { identity } from './queries'
import { useEnter } from './use-enter'

/** `next` is where the person was going. What was typed stays when the service refuses. */
export function SignInForm({ next }: { next: string | undefined }) {
  const [faults, setFaults] = useState<Faults>({})
  const enter = useEnter()
  const signIn = useMutation(
    identity.signIn.mutationOptions({
      onSuccess: enter,
      onError: (error) => {
        setFaults(fieldErrors(error))
        notify.error(errorMessage(error))
      },
    }),
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const input = { email: typed(form, 'email'), password: typed(form, 'password') }
    const found = {
      email: emailFault(input.email),
      password: input.password === '' ? 'Enter your password.' : undefined,
    }
    setFaults(found)
    // What the service said before is about another attempt.
    notify.dismiss()
    if (pointAtFirst(form, found)) signIn.mutate({ ...input, next })
  }

  return (
    <form method="post" className="stack au-form" onSubmit={submit} noValidate aria-label="Sign In">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        error={faults['email']}
      />
      <div className="au-forgotten">
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={faults['password']}
        />
        <Link className="link small" to="/auth/forgot">
          Forgotten?
        </Link>
      </div>
      <Button type="submit" variant="primary" size="lg" full busy={signIn.isPending && 'Signing in'}>
        Sign In
      </Button>
    </form>
  )
}
