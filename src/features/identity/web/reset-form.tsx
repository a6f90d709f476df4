import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { PasswordField } from '~/design/password-field'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { PASSWORD_MIN } from '../rules/password'
import { AuthForm } from './auth-form'
import { findNewPasswordProblem, toNewPasswordProblems } from './form-problems'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'

type ResetFormProps = {
  token: string
  email: string
  /** Path that the person who requested the link wanted to open. */
  next?: string | undefined
  /** Called when the link has expired or was used while the form was open. */
  onInvalid: () => void
  title?: string
  children?: ReactNode
}

/** Form for a new password, which ends every other session. */
export function ResetForm({
  token,
  email,
  next,
  onInvalid,
  title = 'New password',
  children,
}: ResetFormProps) {
  const enter = useAfterSignIn()
  const form = useForm({
    blank: { password: '', again: '' },
    mutationKey: identity.resetPassword.mutationKey(),
    check: ({ password, again }) => ({
      password: findNewPasswordProblem(password),
      again: password === again ? undefined : 'The passwords don’t match.',
    }),
    send: ({ password }) => {
      // The next page, also after two-step verification, lists the other sign-in methods and continues to `next`.
      const then = `/sign-in-methods${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`
      return identity.resetPassword.call({ token, password, next: then })
    },
    onDone: async (entered) => {
      notify.success('Password set. Every other session is signed out.')
      await enter(entered)
    },
    findProblems: toNewPasswordProblems,
    onError: (error) => {
      notify.error(getErrorMessage(error))
      if (hasErrorCode(error, 'LINK_INVALID')) onInvalid()
    },
  })

  return (
    <>
      <div>
        <h1 className="title-1">{title}</h1>
        {children ?? <p className="muted">For {email}. Every other session is signed out.</p>}
      </div>
      <AuthForm form={form}>
        {/* Gives password managers the account of this password. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          {...form.native('password')}
          help={form.problems['password'] ? undefined : `At least ${PASSWORD_MIN} characters.`}
        />
        <PasswordField
          label="Repeat the new password"
          autoComplete="new-password"
          required
          {...form.native('again')}
        />
        <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Setting'}>
          Set password
        </Button>
      </AuthForm>
    </>
  )
}
