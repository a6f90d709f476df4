import { Link } from '@tanstack/react-router'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { PASSWORD_MIN } from '../rules/password'
import { AuthForm } from './auth-form'
import {
  findEmailProblem,
  findFullNameProblem,
  findNewPasswordProblem,
  toNewPasswordProblems,
} from './form-problems'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import styles from './auth-page.module.css'

type SetupFormProps = {
  token: string
  /** Called if the site has got its first admin meanwhile, or if the URL is not the printed one. */
  onOver: () => void
}

export function SetupForm({ token, onOver }: SetupFormProps) {
  const enter = useAfterSignIn()
  const form = useForm({
    blank: { fullName: '', email: '', password: '' },
    mutationKey: identity.setup.open.mutationKey(),
    check: ({ fullName, email, password }) => ({
      fullName: findFullNameProblem(fullName),
      email: findEmailProblem(email),
      password: findNewPasswordProblem(password),
    }),
    send: (input) => identity.setup.open.call({ token, ...input }),
    onDone: async (entered) => {
      notify.success('You are now the admin of this site.')
      await enter(entered)
    },
    findProblems: toNewPasswordProblems,
    onError: (error) => {
      notify.error(errorMessage(error))
      if (hasErrorCode(error, 'HAS_ADMIN') || hasErrorCode(error, 'NOT_FOUND')) onOver()
    },
  })

  return (
    <>
      <div>
        <h1 className="title-1">Set up this site</h1>
        <p className="muted">This site has no admin yet. This address makes you the admin, and works once.</p>
      </div>
      <AuthForm form={form} label="The first admin">
        <TextField label="Full name" autoComplete="name" required {...form.native('fullName')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          {...form.native('email')}
          help={
            hasErrorCode(form.error, 'USER_ALREADY_EXISTS') && (
              <>
                An account with this address already exists.{' '}
                <Link className={classNames('link', styles.link)} to="/auth" search={{ tab: 'sign-in' }}>
                  Sign in
                </Link>
                , then open the printed address again.
              </>
            )
          }
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          required
          {...form.native('password')}
          help={form.problems['password'] ? undefined : `At least ${PASSWORD_MIN} characters.`}
        />
        <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Opening'}>
          Become the admin
        </Button>
      </AuthForm>
    </>
  )
}
