import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { PASSWORD_MIN } from '../rules/password'
import {
  emailFault,
  type Faults,
  fullNameFault,
  newPasswordFault,
  pointAtFirst,
  refusedFaults,
  typed,
} from './form-faults'
import { identity } from './queries'
import { useEnter } from './use-enter'

type SetupFormProps = {
  token: string
  /** The house got its admin while the form stood open, or the address is not the printed one. */
  onOver: () => void
}

/** The first admin, who has no account yet. What was typed stays when the service refuses. */
export function SetupForm({ token, onOver }: SetupFormProps) {
  const [faults, setFaults] = useState<Faults>({})
  const [isTaken, setIsTaken] = useState(false)
  const enter = useEnter()
  const open = useMutation(
    identity.setup.open.mutationOptions({
      onSuccess: async (entered) => {
        notify.success('The house is yours.')
        await enter(entered)
      },
      onError: (error) => {
        setIsTaken(hasCode(error, 'USER_ALREADY_EXISTS'))
        setFaults(refusedFaults(error))
        notify.error(errorMessage(error))
        if (hasCode(error, 'HAS_ADMIN') || hasCode(error, 'NOT_FOUND')) onOver()
      },
    }),
  )

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const input = {
      fullName: typed(form, 'fullName'),
      email: typed(form, 'email'),
      password: typed(form, 'password'),
    }
    const found = {
      fullName: fullNameFault(input.fullName),
      email: emailFault(input.email),
      password: newPasswordFault(input.password),
    }
    setIsTaken(false)
    setFaults(found)
    notify.dismiss()
    if (pointAtFirst(form, found)) open.mutate({ token, ...input })
  }

  return (
    <>
      <div>
        <h1 className="t1">Open the house</h1>
        <p className="m2">
          Nobody is the admin here yet. This address makes it you, and is worth nothing afterwards.
        </p>
      </div>
      <form method="post" className="stack au-form" onSubmit={submit} noValidate aria-label="The first admin">
        <TextField
          label="Full name"
          name="fullName"
          autoComplete="name"
          required
          error={faults['fullName']}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          error={faults['email']}
          help={
            isTaken && (
              <>
                There is an account for this address.{' '}
                <Link className="link" to="/auth" search={{ tab: 'sign-in' }}>
                  Sign in
                </Link>
                , then open the printed address again.
              </>
            )
          }
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          error={faults['password']}
          help={faults['password'] ? undefined : `At least ${PASSWORD_MIN} characters.`}
        />
        <Button type="submit" variant="primary" size="lg" full busy={open.isPending && 'Opening'}>
          Become the admin
        </Button>
      </form>
    </>
  )
}
