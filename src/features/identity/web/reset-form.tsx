import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { PasswordField } from '~/design/password-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { PASSWORD_MIN } from '../rules/password'
import { type Faults, newPasswordFault, pointAtFirst, refusedFaults, typed } from './form-faults'
import { identity } from './queries'
import { useEnter } from './use-enter'

type ResetFormProps = {
  token: string
  email: string
  /** Where the person was going when they asked for the link. */
  next?: string | undefined
  /** The link expired or was used while the form was open. */
  onDead: () => void
  title?: string
  /** Under the title. */
  children?: ReactNode
}

/** Asks for a new password, which ends every other session. */
export function ResetForm({ token, email, next, onDead, title = 'New password', children }: ResetFormProps) {
  const [faults, setFaults] = useState<Faults>({})
  const enter = useEnter()
  const reset = useMutation(
    identity.resetPassword.mutationOptions({
      onSuccess: async (entered) => {
        notify.success('Password set. Every other session is signed out.')
        await enter(entered)
      },
      onError: (error) => {
        setFaults(refusedFaults(error))
        notify.error(errorMessage(error))
        if (hasCode(error, 'LINK_DEAD')) onDead()
      },
    }),
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const password = typed(form, 'password')
    const found = {
      password: newPasswordFault(password),
      again: password === typed(form, 'again') ? undefined : 'The two are not the same.',
    }
    setFaults(found)
    notify.dismiss()
    // Its last step lists the other sign-in methods, also after a second factor, and leads on.
    const then = `/sign-in-methods${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`
    if (pointAtFirst(form, found)) reset.mutate({ token, password, next: then })
  }

  return (
    <>
      <div>
        <h1 className="t1">{title}</h1>
        {children ?? <p className="m2">For {email}. Every other session is signed out.</p>}
      </div>
      <form method="post" className="stack au-form" onSubmit={submit} noValidate>
        {/* For password managers, which want to know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          error={faults['password']}
          help={faults['password'] ? undefined : `At least ${PASSWORD_MIN} characters.`}
        />
        <PasswordField
          label="Once more"
          name="again"
          autoComplete="new-password"
          required
          error={faults['again']}
        />
        <Button type="submit" variant="primary" size="lg" full busy={reset.isPending && 'Setting'}>
          Set password
        </Button>
      </form>
    </>
  )
}
