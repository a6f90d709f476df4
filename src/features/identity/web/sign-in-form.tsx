import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { Note } from '~/design/note'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { CaptchaField, useCaptcha } from './captcha'
import { emailFault } from './form-faults'
import { OtherWays } from './other-ways'
import { identity } from './queries'
import { useEnter } from './use-enter'
import { useRefusal } from './use-refusal'
import { usePasskeyAutofill } from './use-passkey-autofill'
import type { Ways } from './way-queries'
import { useDeparture } from './use-departure'
import type { Captcha } from './captcha'
import styles from './auth-page.module.css'

type CompanyWay = {
  next: string | undefined
  captcha: Captcha
  /** Said at the field of the address. */
  onEmailFault: (fault: string) => void
}

type SignInFormProps = {
  /** Where the person was going. */
  next: string | undefined
  ways: Ways
  /** The address typed before on another sign-in page. */
  email: string
  onEmail: (email: string) => void
  /** To the screen that sends a code. */
  onCode: () => void
}

const WHAT_WORKS = 'A one-time code still lets you in, or a new password: see Forgotten.'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Typed to sign in, and taken along to where a new password is asked for; addresses end up in logs. */
    email?: string
  }
}

/** A-01, with every other sign-in method below it. */
export function SignInForm({ next, ways, email: given, onEmail, onCode }: SignInFormProps) {
  // Pressed while its address was still missing: Enter then continues there, unless a password is typed.
  const [wantsCompany, setWantsCompany] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const enter = useEnter()
  const captcha = useCaptcha(ways.captcha)
  const sayRefusal = useRefusal()
  const fieldOf = (name: 'email' | 'password') => {
    const field = element.current?.elements.namedItem(name)
    return field instanceof HTMLInputElement ? field : undefined
  }
  const form = useForm({
    blank: { email: '', password: '' },
    mutationKey: identity.signIn.mutationKey(),
    check: ({ email, password }) => ({
      email: emailFault(email),
      password: password === '' ? 'Enter your password.' : undefined,
      captcha: captcha.fault,
    }),
    send: (input) => identity.signIn.call({ ...input, next, ...captcha.proof }),
    onDone: enter,
    onError: (error) => {
      sayRefusal(errorMessage(error))
      // The toast has the sentence; the password is where to try again.
      if (hasCode(error, 'INVALID_CREDENTIALS')) fieldOf('password')?.focus()
    },
    onSettled: captcha.renew,
  })
  const { faults } = form
  // Until when and why can be read here, also after the toast is closed.
  const isSlowedDown = hasCode(form.error, 'TOO_MANY_REQUESTS')
  const isLocked = isSlowedDown || hasCode(form.error, 'ACCOUNT_SUSPENDED')
  const company = useCompany({
    next,
    captcha,
    onEmailFault: (email) => {
      setWantsCompany(true)
      checkCompany(email)
    },
  })
  usePasskeyAutofill({ next, isOn: ways.captcha === null })

  /** The address as it was typed, before scripts ran or after. */
  const readEmail = () => fieldOf('email')?.value ?? ''

  /** Shows what keeps the company's sign-in from starting, and returns whether that is nothing. */
  function checkCompany(email: string | undefined): boolean {
    notify.dismiss()
    form.clear()
    form.setFaults({ email, captcha: captcha.fault })
    if (email !== undefined) fieldOf('email')?.focus()
    return email === undefined && captcha.fault === undefined
  }

  /** Sends nothing yet: the next screen has the typed address and asks where to send the code. */
  function askForCode() {
    onEmail(readEmail())
    onCode()
  }

  function leaveToCompany() {
    const email = readEmail()
    const isWhole = checkCompany(emailFault(email))
    setWantsCompany(!isWhole)
    if (isWhole) company.start(email)
  }

  return (
    <Form
      ref={element}
      method="post"
      className={classNames('stack', styles.form)}
      isBusy={form.isSending}
      onSubmit={(shown) => {
        if (wantsCompany && fieldOf('password')?.value === '') return leaveToCompany()
        // What the service said before is about another attempt.
        notify.dismiss()
        form.submit(shown)
      }}
      onChange={() => onEmail(readEmail())}
      aria-label="Sign In"
    >
      <TextField
        label="Email"
        type="email"
        // With the word at the end, browsers offer passkeys here.
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
          Forgotten?
        </Link>
      </div>
      <CaptchaField captcha={captcha} fault={faults['captcha']} />
      {isLocked && <Note tone="red">{isSlowedDown ? `${form.sentence} ${WHAT_WORKS}` : form.sentence}</Note>}
      <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Signing in'}>
        Sign In
      </Button>
      <OtherWays
        ways={ways}
        next={next}
        captcha={captcha}
        onCode={askForCode}
        onCompany={leaveToCompany}
        isLeavingToCompany={company.isLeaving}
      />
    </Form>
  )
}

/** Single sign-on: whose it is goes by the domain of the address. */
function useCompany({ next, captcha, onEmailFault }: CompanyWay) {
  const { depart, leaving } = useDeparture(
    ({ email }: { name: 'sso'; email: string }) => identity.sso.start.call({ email, next, ...captcha.proof }),
    {
      onError: (error) => {
        const isUnknown = hasCode(error, 'SSO_UNKNOWN')
        if (isUnknown) onEmailFault(errorMessage(error))
        return isUnknown
      },
      onSettled: captcha.renew,
    },
  )
  return { start: (email: string) => depart({ name: 'sso', email }), isLeaving: leaving !== undefined }
}
