import { useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { CaptchaField, useCaptcha } from './captcha'
import { AuthForm } from './auth-form'
import { findEmailProblem } from './form-problems'
import { LinkSent } from './link-sent'
import { identity } from './queries'
import { useResendTimer } from './use-resend-timer'
import { useErrorToast } from './use-error-toast'
import type { SignInMethods } from './sign-in-queries'

type ForgotFormProps = {
  methods: SignInMethods
  email?: string | undefined
  /** Path to open after setting the password; the link contains it. */
  next?: string | undefined
}

/** Form that requests a link to set a new password. It never reveals whether there is an account. */
export function ForgotForm({ methods, email: given, next }: ForgotFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  // The email that got the last link, while the person types another email.
  const [typedBefore, setTypedBefore] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (given !== undefined && field.current?.value === '') field.current.value = given
  }, [given])
  const captcha = useCaptcha(methods.captcha)
  const refuse = useErrorToast()
  const again = useResendTimer()
  const form = useForm({
    blank: { email: '' },
    check: ({ email }) => ({ email: findEmailProblem(email), captcha: captcha.problem }),
    send: ({ email }) => identity.requestPasswordReset.call({ email, next, ...captcha.proof }),
    onDone: (_, { email }) => {
      if (sentTo !== undefined) notify.success('A new link is on its way. The old one no longer works.')
      setSentTo(email.trim())
      again.countFromNow()
    },
    onError: (error, { sent }) => {
      if (again.isEarly(error)) setSentTo(sent.email.trim())
      else refuse(getErrorMessage(error))
    },
    onSettled: captcha.renew,
  })

  if (sentTo !== undefined) {
    const sendAgain = () => {
      notify.dismiss()
      if (captcha.problem === undefined) form.send({ email: sentTo })
      else refuse(captcha.problem)
    }
    return (
      <LinkSent
        title="Check your email"
        captcha={captcha}
        from={again.resendAt}
        isSending={form.isSending}
        onSend={sendAgain}
        next={next}
        elsewhere={
          <Button
            variant="ghost"
            size="sm"
            flush
            onClick={() => {
              notify.dismiss()
              setTypedBefore(sentTo)
              setSentTo(undefined)
            }}
          >
            Use another address
          </Button>
        }
      >
        If {sentTo} has an account, we sent a link. It works once, for an hour.
      </LinkSent>
    )
  }
  return (
    <>
      <div>
        <h1 className="title-1">Forgot your password?</h1>
        <p className="muted">We’ll email you a link to set a new one.</p>
      </div>
      <AuthForm form={form}>
        <TextField
          label="Email"
          ref={field}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          defaultValue={typedBefore}
          autoFocus={typedBefore !== undefined}
          {...form.native('email')}
        />
        <CaptchaField captcha={captcha} problem={form.problems['captcha']} />
        <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Sending'}>
          Send link
        </Button>
      </AuthForm>
    </>
  )
}
