import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { CaptchaField, useCaptcha } from './captcha'
import { emailFault, type Faults, pointAtFirst, typed } from './form-faults'
import { LinkSent } from './link-sent'
import { identity } from './queries'
import { useAgain } from './use-again'
import { useRefusal } from './use-refusal'
import type { Ways } from './way-queries'

type ForgotFormProps = {
  ways: Ways
  /** What was typed on the page before; the server knows nothing of it. */
  email?: string | undefined
  /** Where the person was going; the link leads on to it. */
  next?: string | undefined
}

/** Asks for a link to set a new password. The answer does not tell whether there is an account. */
export function ForgotForm({ ways, email: given, next }: ForgotFormProps) {
  const [faults, setFaults] = useState<Faults>({})
  const [sentTo, setSentTo] = useState<string>()
  // A link went there, and the person wants another address.
  const [typedBefore, setTypedBefore] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.elements.namedItem('email')
    if (given !== undefined && field instanceof HTMLInputElement && field.value === '') field.value = given
  }, [given])
  const captcha = useCaptcha(ways.captcha)
  const refuse = useRefusal()
  const again = useAgain()
  const recover = useMutation({
    mutationFn: (email: string) => identity.requestPasswordReset.call({ email, next, ...captcha.proof }),
    onSuccess: (_, email) => {
      if (sentTo !== undefined) notify.success('A new link is on its way. The old one no longer works.')
      setSentTo(email.trim())
      again.countFromNow()
    },
    onError: (error, email) => {
      if (again.isEarly(error)) {
        setSentTo(email.trim())
        return
      }
      setFaults(fieldErrors(error))
      refuse(errorMessage(error))
    },
    onSettled: captcha.renew,
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = typed(event.currentTarget, 'email')
    const found = { email: emailFault(email), captcha: captcha.fault }
    setFaults(found)
    notify.dismiss()
    if (pointAtFirst(event.currentTarget, found)) recover.mutate(email)
  }

  if (sentTo !== undefined) {
    const sendAgain = () => {
      notify.dismiss()
      if (captcha.fault === undefined) recover.mutate(sentTo)
      else refuse(captcha.fault)
    }
    return (
      <LinkSent
        title="Look in your mail"
        captcha={captcha}
        from={again.againAt}
        isSending={recover.isPending}
        onSend={sendAgain}
        next={next}
        elsewhere={
          <Button
            variant="ghost"
            size="sm"
            className="btn-flush"
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
        If {sentTo} has an account, a link is on its way. It works once and for an hour.
      </LinkSent>
    )
  }
  return (
    <>
      <div>
        <h1 className="t1">Forgotten your password?</h1>
        <p className="m2">We mail you a link to set a new one.</p>
      </div>
      <form ref={form} method="post" className="stack au-form" onSubmit={submit} noValidate>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          defaultValue={typedBefore}
          autoFocus={typedBefore !== undefined}
          error={faults['email']}
        />
        <CaptchaField captcha={captcha} fault={faults['captcha']} />
        <Button type="submit" variant="primary" size="lg" full busy={recover.isPending && 'Sending'}>
          Send a link
        </Button>
      </form>
    </>
  )
}
