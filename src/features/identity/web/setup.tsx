import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { PASSWORD_MIN } from '../rules/password'
import { HAS_ADMIN, SETUP_WRONG } from '../rules/messages'
import { AuthForm } from './auth-form'
import {
  findEmailProblem,
  findFullNameProblem,
  findNewPasswordProblem,
  toNewPasswordProblems,
} from './form-problems'
import { identity, type Me } from './queries'
import { SignedInAs } from './signed-in-as'
import { useAfterSignIn, useRefreshMe } from './use-after-sign-in'
import styles from './auth-page.module.css'

type SetupProps = {
  token: string
  /** Called if the site has got its first admin meanwhile, or if the URL is not the one that the server printed. */
  onOver: () => void
}

const title = (
  <div>
    <h1 className="title-1">Set up this site</h1>
    <p className="muted">This site has no admin yet. This link makes you the admin, and works once.</p>
  </div>
)

/** Form for the account of the first admin. */
export function SetupForm({ token, onOver }: SetupProps) {
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
    onError: (error) => reportError(error, onOver),
  })

  return (
    <>
      {title}
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

/** Makes a signed-in person the first admin. */
export function SetupClaim({ token, me, onOver }: SetupProps & { me: Me }) {
  const refresh = useRefreshMe()
  const claim = useMutation(
    identity.setup.claim.mutationOptions({
      onSuccess: async ({ landingPath }) => {
        notify.success('You are now the admin of this site.')
        await refresh(landingPath)
      },
      onError: (error) => reportError(error, onOver),
    }),
  )
  return (
    <>
      {title}
      <Button
        variant="primary"
        size="lg"
        full
        busy={claim.isPending && 'Opening'}
        onClick={() => claim.mutate({ token })}
      >
        Make {me.fullName} the admin
      </Button>
      <SignedInAs me={me} />
    </>
  )
}

function reportError(error: unknown, onOver: () => void): void {
  notify.error(getErrorMessage(error))
  if (hasErrorCode(error, 'HAS_ADMIN') || hasErrorCode(error, 'NOT_FOUND')) onOver()
}

/** Shown if the setup URL doesn't work: the site already has an admin, or the URL is wrong. */
export function SetupUnavailable({
  state,
  isSignedIn,
}: {
  state: 'closed' | 'unknown'
  isSignedIn: boolean
}) {
  const isClosed = state === 'closed'
  return (
    <>
      <div>
        <h1 className="title-1">{isClosed ? 'Already set up' : 'Wrong address'}</h1>
        <p className="muted">{isClosed ? HAS_ADMIN : SETUP_WRONG}</p>
      </div>
      {isSignedIn ? (
        <LinkButton to="/" size="lg">
          Return to Home
        </LinkButton>
      ) : (
        <LinkButton to="/auth" search={{ tab: 'sign-in' }} size="lg">
          Sign In
        </LinkButton>
      )}
    </>
  )
}
