import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Button } from '~/design/button'
import { CodeField } from '~/design/code-field'
import { PasswordField } from '~/design/password-field'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { PASSWORD_MIN } from '../rules/password'
import { ACCOUNT_CREATED } from '../rules/sentences'
import { CaptchaField, useCaptcha } from './captcha'
import {
  emailFault,
  type Faults,
  fullNameFault,
  newPasswordFault,
  pointAtFirst,
  refusedFaults,
  typed,
} from './form-faults'
import { ProviderButtons } from './provider-buttons'
import { identity } from './queries'
import { useEnter } from './use-enter'
import { useRefusal } from './use-refusal'
import type { Ways } from './way-queries'

const CODE_LENGTH = 8

type SignUpFormProps = {
  next: string | undefined
  ways: Ways
  /** From the address, as an invitation's link fills it in. */
  code: string | undefined
  /** The link that led here was mailed to this email, so that its token verifies it. */
  mailed?: { email: string; token: string } | undefined
  /** Asks whether a whole code may be used: undefined when it may, else the sentence. */
  findCodeFault: (code: string) => Promise<string | undefined>
}

/** What was typed stays when the service refuses. */
export function SignUpForm({ next, ways, code: given = '', mailed, findCodeFault }: SignUpFormProps) {
  const [faults, setFaults] = useState<Faults>({})
  const [code, setCode] = useState(() =>
    given
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '')
      .slice(0, CODE_LENGTH),
  )
  const [isTaken, setIsTaken] = useState(false)
  const codeFault = useCodeFault(code, findCodeFault)
  const captcha = useCaptcha(ways.captcha)
  const refuse = useRefusal()
  const enter = useEnter()
  const signUp = useMutation(
    identity.signUp.mutationOptions({
      onSuccess: async (entered) => {
        notify.success(entered.me?.isEmailVerified ? 'Account created.' : ACCOUNT_CREATED)
        await enter(entered)
      },
      onError: (error) => {
        const isCode = hasCode(error, 'INVITATION_INVALID') || hasCode(error, 'INVITATION_EXPIRED')
        setIsTaken(hasCode(error, 'USER_ALREADY_EXISTS'))
        setFaults(isCode ? { code: errorMessage(error) } : refusedFaults(error))
        refuse(errorMessage(error))
      },
      onSettled: captcha.renew,
    }),
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
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
      code: code !== '' && code.length < CODE_LENGTH ? 'A code has eight letters and digits.' : undefined,
      captcha: captcha.fault,
    }
    setIsTaken(false)
    setFaults(found)
    // What the service said before is about another attempt.
    notify.dismiss()
    const invitation = code === '' ? {} : { code }
    if (pointAtFirst(form, found))
      signUp.mutate({ ...input, next, mailedToken: mailed?.token, ...invitation, ...captcha.proof })
  }

  return (
    <form method="post" className="stack au-form" onSubmit={submit} noValidate aria-label="Sign Up">
      <TextField label="Full name" name="fullName" autoComplete="name" required error={faults['fullName']} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        defaultValue={mailed?.email}
        error={faults['email']}
        help={
          !isTaken ? (
            mailed && 'Verified by the link that you followed.'
          ) : (
            <>
              There is an account for this address.{' '}
              <Link
                className="link"
                to="/auth"
                search={{ tab: 'sign-in', next, code: code === '' ? undefined : code }}
              >
                Sign in
              </Link>{' '}
              or{' '}
              <Link className="link" to="/auth/forgot" search={{ next }}>
                set a new password
              </Link>
              .
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
      <CodeField
        label="Invitation code"
        labelEnd="Optional"
        help={
          code === '' && !faults['code']
            ? 'From a member, for members. Buying tickets needs none.'
            : undefined
        }
        name="code"
        value={code}
        onValueChange={(value) => {
          setCode(value)
          setFaults((others) => ({ ...others, code: undefined }))
        }}
        error={faults['code'] ?? codeFault}
      />
      <CaptchaField captcha={captcha} fault={faults['captcha']} />
      <Button type="submit" variant="primary" size="lg" full busy={signUp.isPending && 'Signing up'}>
        Sign Up
      </Button>
      <p className="small m3">
        By signing up you agree to the{' '}
        <Link className="link" to="/terms">
          Terms of Service
        </Link>
        .
      </p>
      {ways.providers.length > 0 && (
        <>
          <p className="au-or">or</p>
          <ProviderButtons providers={ways.providers} next={next} invitationCode={code} />
        </>
      )}
    </form>
  )
}

/** Says that a code is no good as soon as it is whole, before the rest of the form is sent. A failed look says nothing. */
function useCodeFault(code: string, find: SignUpFormProps['findCodeFault']): string | undefined {
  const [found, setFound] = useState<{ code: string; fault: string | undefined }>()
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      const fault = await find(code).catch(() => undefined)
      if (isCurrent) setFound({ code, fault })
    }
    if (code.length === CODE_LENGTH) void look()
    return () => {
      isCurrent = false
    }
  }, [code, find])
  return found?.code === code ? found.fault : undefined
}
