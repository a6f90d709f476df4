import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { CodeField } from '~/design/code-field'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { PASSWORD_MIN } from '../rules/password'
import { ACCOUNT_CREATED } from '../rules/messages'
import { CaptchaField, useCaptcha } from './captcha'
import { AuthForm } from './auth-form'
import {
  findEmailProblem,
  findFullNameProblem,
  findNewPasswordProblem,
  toNewPasswordProblems,
} from './form-problems'
import { ProviderButtons } from './provider-buttons'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import { useErrorToast } from './use-error-toast'
import type { SignInMethods } from './sign-in-queries'
import styles from './auth-page.module.css'

const CODE_LENGTH = 8

type SignUpFormProps = {
  next: string | undefined
  methods: SignInMethods
  code: string | undefined
  /** The email and token of the link that led here. The token verifies the email. */
  emailed?: { email: string; token: string } | undefined
  /** Checks a complete code. Resolves to undefined if it is valid, otherwise to the error message. */
  findCodeProblem: (code: string) => Promise<string | undefined>
}

/** the sign-up form. */
export function SignUpForm({ next, methods, code: given = '', emailed, findCodeProblem }: SignUpFormProps) {
  const captcha = useCaptcha(methods.captcha)
  const showError = useErrorToast()
  const enter = useAfterSignIn()
  const form = useForm({
    blank: {
      fullName: '',
      email: '',
      password: '',
      code: given
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, '')
        .slice(0, CODE_LENGTH),
    },
    mutationKey: identity.signUp.mutationKey(),
    check: (input) => ({
      fullName: findFullNameProblem(input.fullName),
      email: findEmailProblem(input.email),
      password: findNewPasswordProblem(input.password),
      code:
        input.code !== '' && input.code.length < CODE_LENGTH
          ? 'A code has eight letters and digits.'
          : undefined,
      captcha: captcha.problem,
    }),
    send: ({ code: invitation, ...input }) =>
      identity.signUp.call({
        ...input,
        next,
        emailedToken: emailed?.token,
        ...(invitation === '' ? {} : { code: invitation }),
        ...captcha.proof,
      }),
    onDone: async (entered) => {
      notify.success(entered.me?.isEmailVerified ? 'Account created.' : ACCOUNT_CREATED)
      await enter(entered)
    },
    findProblems: (error) =>
      hasErrorCode(error, 'INVITATION_INVALID') || hasErrorCode(error, 'INVITATION_EXPIRED')
        ? { code: getErrorMessage(error) }
        : toNewPasswordProblems(error),
    onError: (error) => showError(getErrorMessage(error)),
    onSettled: captcha.renew,
  })
  const { code } = form.values
  const { problems } = form
  const codeProblem = useCodeProblem(code, findCodeProblem)

  return (
    <AuthForm form={form} label="Sign Up">
      <TextField label="Full name" autoComplete="name" required {...form.native('fullName')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        defaultValue={emailed?.email}
        {...form.native('email')}
        help={
          !hasErrorCode(form.error, 'USER_ALREADY_EXISTS') ? (
            emailed && 'Verified by the link you followed.'
          ) : (
            <>
              An account with this address already exists.{' '}
              <Link
                className={classNames('link', styles.link)}
                to="/auth"
                search={{ tab: 'sign-in', next, code: code === '' ? undefined : code }}
              >
                Sign in
              </Link>{' '}
              or{' '}
              <Link className={classNames('link', styles.link)} to="/auth/forgot" search={{ next }}>
                set a new password
              </Link>
              .
            </>
          )
        }
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        {...form.native('password')}
        help={problems['password'] ? undefined : `At least ${PASSWORD_MIN} characters.`}
      />
      <CodeField
        label="Invitation code"
        labelEnd="Optional"
        help={
          code === '' && !problems['code']
            ? 'A code makes you a member. You don’t need a code to buy tickets.'
            : undefined
        }
        name="code"
        {...form.field('code')}
        error={problems['code'] ?? codeProblem}
      />
      <CaptchaField captcha={captcha} problem={problems['captcha']} />
      <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Signing up'}>
        Sign Up
      </Button>
      <p className="small faint">
        By signing up you agree to the{' '}
        <Link className={classNames('link', styles.link)} to="/terms">
          Terms of Service
        </Link>
        .
      </p>
      {methods.providers.length > 0 && (
        <>
          <p className={styles.divider}>or</p>
          <ProviderButtons providers={methods.providers} next={next} invitationCode={code} />
        </>
      )}
    </AuthForm>
  )
}

/** Returns the error for a complete code, before the form is sent. If the lookup fails, the code counts as valid. */
function useCodeProblem(code: string, find: SignUpFormProps['findCodeProblem']): string | undefined {
  const [found, setFound] = useState<{ code: string; problem: string | undefined }>()
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      const problem = await find(code).catch(() => undefined)
      if (isCurrent) setFound({ code, problem })
    }
    if (code.length === CODE_LENGTH) void look()
    return () => {
      isCurrent = false
    }
  }, [code, find])
  return found?.code === code ? found.problem : undefined
}
