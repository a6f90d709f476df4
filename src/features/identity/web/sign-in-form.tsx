import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { Note } from '~/design/note'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { CaptchaField, useCaptcha } from './captcha'
import { findEmailProblem } from './form-problems'
import { OtherSignInMethods } from './other-sign-in-methods'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import { useErrorToast } from './use-error-toast'
import { usePasskeyAutofill } from './use-passkey-autofill'
import type { SignInMethods } from './sign-in-queries'
import { useRedirect } from './use-redirect'
import type { Captcha } from './captcha'
import styles from './auth-page.module.css'

type CompanySignInOptions = {
  next: string | undefined
  captcha: Captcha
  onEmailProblem: (problem: string) => void
}

type SignInFormProps = {
  next: string | undefined
  methods: SignInMethods
  email: string
  onEmail: (email: string) => void
  onCode: () => void
}

const OTHER_SIGN_INS =
  'You can still sign in with a one-time code, or set a new password with “Forgot password?”.'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email typed at sign-in, for the forgotten password form. Not in the URL, because URLs end up in logs. */
    email?: string
  }
}

export function SignInForm({ next, methods, email: given, onEmail, onCode }: SignInFormProps) {
  // Whether single sign-on was pressed without an email. Enter then starts single sign-on, unless a password was
  // typed.
  const [isCompanyChosen, setIsCompanyChosen] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const enter = useAfterSignIn()
  const captcha = useCaptcha(methods.captcha)
  const showError = useErrorToast()
  const findField = (name: 'email' | 'password') => {
    const field = element.current?.elements.namedItem(name)
    return field instanceof HTMLInputElement ? field : undefined
  }
  const form = useForm({
    blank: { email: '', password: '' },
    mutationKey: identity.signIn.mutationKey(),
    check: ({ email, password }) => ({
      email: findEmailProblem(email),
      password: password === '' ? 'Enter your password.' : undefined,
      captcha: captcha.problem,
    }),
    send: (input) => identity.signIn.call({ ...input, next, ...captcha.proof }),
    onDone: enter,
    onError: (error) => {
      showError(getErrorMessage(error))
      // The toast shows the message. The focus moves to the password for the next attempt.
      if (hasErrorCode(error, 'INVALID_CREDENTIALS')) findField('password')?.focus()
    },
    onSettled: captcha.renew,
  })
  const { problems } = form
  // The form itself shows how long to wait, so that the person can read it after the toast has closed.
  const isSlowedDown = hasErrorCode(form.error, 'TOO_MANY_REQUESTS')
  const isLocked = isSlowedDown || hasErrorCode(form.error, 'ACCOUNT_SUSPENDED')
  const company = useCompanySignIn({
    next,
    captcha,
    onEmailProblem: (email) => {
      setIsCompanyChosen(true)
      checkCompanyFields(email)
    },
  })
  usePasskeyAutofill({ next, isOn: methods.captcha === null })

  const readEmail = () => findField('email')?.value ?? ''

  function checkCompanyFields(email: string | undefined): boolean {
    notify.dismiss()
    form.clear()
    form.setProblems({ email, captcha: captcha.problem })
    if (email !== undefined) findField('email')?.focus()
    return email === undefined && captcha.problem === undefined
  }

  /** Opens the code screen with the typed email; sends no code yet. */
  function openCodeScreen() {
    onEmail(readEmail())
    onCode()
  }

  function startCompanySignIn() {
    const email = readEmail()
    const isValid = checkCompanyFields(findEmailProblem(email))
    setIsCompanyChosen(!isValid)
    if (isValid) company.start(email)
  }

  return (
    <Form
      ref={element}
      method="post"
      className={classNames('stack', styles.form)}
      isBusy={form.isSending}
      onSubmit={(shown) => {
        if (isCompanyChosen && findField('password')?.value === '') return startCompanySignIn()
        // The message of the previous attempt no longer applies.
        notify.dismiss()
        form.submit(shown)
      }}
      onChange={() => onEmail(readEmail())}
      aria-label="Sign In"
    >
      <TextField
        label="Email"
        type="email"
        // With the token `webauthn`, browsers offer passkeys at this field.
        autoComplete="username webauthn"
        inputMode="email"
        required
        defaultValue={given}
        {...form.native('email')}
      />
      <div className={styles.password}>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...form.native('password')}
        />
        <Link
          className={classNames('link small', styles.forgotten)}
          to="/auth/forgot"
          search={{ next }}
          state={{ email: given }}
        >
          Forgot password?
        </Link>
      </div>
      <CaptchaField captcha={captcha} problem={problems['captcha']} />
      {isLocked && (
        <Note tone="red">{isSlowedDown ? `${form.sentence} ${OTHER_SIGN_INS}` : form.sentence}</Note>
      )}
      <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Signing in'}>
        Sign In
      </Button>
      <OtherSignInMethods
        methods={methods}
        next={next}
        captcha={captcha}
        onCode={openCodeScreen}
        onCompany={startCompanySignIn}
        isLeavingToCompany={company.isLeaving}
      />
    </Form>
  )
}

/** Single sign-on: the domain of the email selects the company. */
function useCompanySignIn({ next, captcha, onEmailProblem }: CompanySignInOptions) {
  const { depart, leaving } = useRedirect(
    ({ email }: { name: 'sso'; email: string }) => identity.sso.start.call({ email, next, ...captcha.proof }),
    {
      onError: (error) => {
        const isUnknown = hasErrorCode(error, 'SSO_UNKNOWN')
        if (isUnknown) onEmailProblem(getErrorMessage(error))
        return isUnknown
      },
      onSettled: captcha.renew,
    },
  )
  return { start: (email: string) => depart({ name: 'sso', email }), isLeaving: leaving !== undefined }
}
