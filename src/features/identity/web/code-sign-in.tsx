import { useMemo, useState } from 'react'
import { useStoredDraft } from '~/design/use-stored-draft'
import { CodeEntry } from './code-entry'
import { type Destination, useSendCode } from './use-send-code'
import type { SignInMethods } from './sign-in-queries'
import { Button } from '~/design/button'
import { SegmentedControl } from '~/design/segmented-control'
import { TextField } from '~/design/text-field'
import { PHONE_EXPECTED, parsePhone } from '~/lib/phone'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { CaptchaField, useCaptcha } from './captcha'
import { AuthForm } from './auth-form'
import { findEmailProblem } from './form-problems'
import { useErrorToast } from './use-error-toast'

type CodeRequestProps = {
  next: string | undefined
  methods: SignInMethods
  email: string
  onSent: (to: Destination, resendAt: number, isNew: boolean) => void
  onPassword: () => void
}

const BLANK = { email: '', phone: '', resendAt: '', misses: '' }

/**
 * Stores for this tab where a code was sent, because a phone may reload the page while the person reads their email.
 */
export function useSentCode() {
  const { draft, keep, drop } = useStoredDraft('sign-in-code', BLANK)
  const sent = useMemo(() => {
    if (draft === undefined || (draft.email === '' && draft.phone === '')) return undefined
    const to: Destination = draft.email === '' ? { phone: draft.phone } : { email: draft.email }
    return { to, resendAt: Number(draft.resendAt), misses: Number(draft.misses) }
  }, [draft])
  return {
    sent,
    /** `isNew` means that the code was just sent, so the count of wrong entries restarts. */
    keep: (to: Destination, resendAt: number, isNew = true) =>
      keep((stored) => ({
        email: to.email ?? '',
        phone: to.phone ?? '',
        resendAt: String(resendAt),
        misses: isNew ? '' : (stored?.misses ?? ''),
      })),
    countMiss: () => keep((stored) => ({ ...stored, misses: String(Number(stored?.misses ?? '') + 1) })),
    drop,
  }
}

type CodeSignInProps = {
  next: string | undefined
  methods: SignInMethods
  email: string
  onPassword: () => void
}

/** Sign-in with a six-digit code by email or text message. */
export function CodeSignIn({ next, methods, email, onPassword }: CodeSignInProps) {
  const { sent, keep, countMiss, drop } = useSentCode()
  const usePassword = () => {
    drop()
    onPassword()
  }
  if (sent === undefined)
    return <CodeRequest next={next} methods={methods} email={email} onSent={keep} onPassword={usePassword} />
  return (
    <CodeEntry
      key={sent.to.email ?? sent.to.phone}
      next={next}
      methods={methods}
      {...sent}
      onResent={keep}
      onMiss={countMiss}
      onEntered={drop}
      onChangeDestination={drop}
      onPassword={usePassword}
    />
  )
}

/** Form that requests a code by email or text message. */
function CodeRequest({ next, methods, email, onSent, onPassword }: CodeRequestProps) {
  const [by, setBy] = useState<'email' | 'phone'>('email')
  const captcha = useCaptcha(methods.captcha)
  const refuse = useErrorToast()
  const send = useSendCode({ next, captcha, onSent, onError: (error) => refuse(getErrorMessage(error)) })
  const form = useForm({
    blank: { email: '', phone: '' },
    check: ({ email: to, phone }) => ({
      ...(by === 'email' ? { email: findEmailProblem(to) } : { phone: findPhoneProblem(phone) }),
      captcha: captcha.problem,
    }),
    send: ({ email: to, phone }) =>
      send.mutateAsync(by === 'email' ? { email: to } : { phone: parsePhone(phone) ?? phone }),
  })

  return (
    <>
      <div>
        <h1 className="title-1">
          <span className="no-wrap">One-time</span> code
        </h1>
        <p className="muted">A six-digit code instead of a password.</p>
      </div>
      <AuthForm form={form} label="Send a code">
        {methods.hasPhone && (
          <SegmentedControl
            label="Send it by"
            full
            value={by}
            onValueChange={setBy}
            options={[
              { value: 'email', label: 'Email' },
              { value: 'phone', label: 'Phone' },
            ]}
          />
        )}
        <div hidden={by !== 'email'}>
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            defaultValue={email}
            {...form.native('email')}
          />
        </div>
        {methods.hasPhone && (
          <div hidden={by !== 'phone'}>
            <TextField
              label="Phone"
              type="tel"
              autoComplete="tel"
              inputMode="tel"
              required
              help="With its country, such as +49 30 123456."
              {...form.native('phone')}
            />
          </div>
        )}
        <CaptchaField captcha={captcha} problem={form.problems['captcha']} />
        <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Sending'}>
          Send a code
        </Button>
        <div className="row between small">
          <span className="faint" />
          <Button variant="ghost" size="sm" flush onClick={onPassword}>
            Use a password
          </Button>
        </div>
      </AuthForm>
    </>
  )
}

function findPhoneProblem(phone: string): string | undefined {
  if (phone.trim() === '') return 'Enter your phone number.'
  return parsePhone(phone) === undefined ? PHONE_EXPECTED : undefined
}
