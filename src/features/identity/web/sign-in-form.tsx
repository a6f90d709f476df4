import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import { CaptchaField, useCaptcha } from './captcha'
import { emailFault, type Faults, pointAtFirst, typed } from './form-faults'
import { OtherWays } from './other-ways'
import { identity } from './queries'
import { useEnter } from './use-enter'
import { useRefusal } from './use-refusal'
import { usePasskeyAutofill } from './use-passkey-autofill'
import type { Ways } from './way-queries'
import { useDeparture } from './use-departure'
import type { Captcha } from './captcha'

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
  /** What was typed before on another screen of signing in. */
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

/** A-01, and every other way in below it. What was typed stays when the service refuses. */
export function SignInForm({ next, ways, email: given, onEmail, onCode }: SignInFormProps) {
  const [faults, setFaults] = useState<Faults>({})
  const [lock, setLock] = useState<string>()
  // Pressed while its address was still missing: Enter after that goes on with it, unless a password says otherwise.
  const [wantsCompany, setWantsCompany] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const enter = useEnter()
  const captcha = useCaptcha(ways.captcha)
  const sayRefusal = useRefusal()
  const onError = (error: Error) => {
    setFaults(fieldErrors(error))
    sayRefusal(errorMessage(error))
  }
  const signIn = useMutation(identity.signIn.mutationOptions({ onSuccess: enter, onSettled: captcha.renew }))
  const company = useCompany({
    next,
    captcha,
    onEmailFault: (email) => {
      setWantsCompany(true)
      check({ email })
    },
  })
  usePasskeyAutofill({ next, isOn: ways.captcha === null })

  /** Says what is wrong, moves there, and answers whether all is well. */
  function check(found: Faults): boolean {
    const all = { ...found, captcha: captcha.fault }
    setFaults(all)
    setLock(undefined)
    // What the service said before is about another attempt.
    notify.dismiss()
    return form.current !== null && pointAtFirst(form.current, all)
  }

  function refuse(error: Error, shown: HTMLFormElement) {
    onError(error)
    // Until when and why is read, and written about: it stays also when the toast is closed.
    if (hasCode(error, 'ACCOUNT_SUSPENDED')) setLock(errorMessage(error))
    if (hasCode(error, 'TOO_MANY_REQUESTS')) setLock(`${errorMessage(error)} ${WHAT_WORKS}`)
    if (!hasCode(error, 'INVALID_CREDENTIALS')) return
    // The toast has the sentence; the password is where to try again.
    pointAtFirst(shown, { password: errorMessage(error) })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const shown = event.currentTarget
    const input = {
      email: typed(event.currentTarget, 'email'),
      password: typed(event.currentTarget, 'password'),
    }
    if (wantsCompany && input.password === '') return leaveToCompany()
    const password = input.password === '' ? 'Enter your password.' : undefined
    if (check({ email: emailFault(input.email), password }))
      signIn.mutate({ ...input, next, ...captcha.proof }, { onError: (error) => refuse(error, shown) })
  }

  /** The address as it was typed, before scripts ran or after. */
  const readEmail = () => (form.current === null ? '' : typed(form.current, 'email'))

  /** Nothing is sent by it: the next screen says what goes where, and has the address that was typed. */
  function askForCode() {
    onEmail(readEmail())
    onCode()
  }

  function leaveToCompany() {
    const email = readEmail()
    const isWhole = check({ email: emailFault(email) })
    setWantsCompany(!isWhole)
    if (isWhole) company.start(email)
  }

  return (
    <form
      ref={form}
      method="post"
      className="stack au-form"
      onSubmit={submit}
      onChange={() => onEmail(readEmail())}
      noValidate
      aria-label="Sign In"
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        // With the word at the end, browsers offer passkeys here.
        autoComplete="username webauthn"
        inputMode="email"
        required
        defaultValue={given}
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
        <Link className="link small" to="/auth/forgot" search={{ next }} state={{ email: given }}>
          Forgotten?
        </Link>
      </div>
      <CaptchaField captcha={captcha} fault={faults['captcha']} />
      {lock !== undefined && <Note tone="red">{lock}</Note>}
      <Button type="submit" variant="primary" size="lg" full busy={signIn.isPending && 'Signing in'}>
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
    </form>
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
