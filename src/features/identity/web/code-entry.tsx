import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '~/design/button'
import { hasSixDigits, SixDigits } from '~/design/six-digits'
import { notify } from '~/design/toast'
import { formatPhone } from '~/lib/phone'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { CODE_TRIES } from '../rules/code-tries'
import { CODE_SPENT, TEXT_CODE_SPENT } from '../rules/sentences'
import { CaptchaField, useCaptcha } from './captcha'
import { identity } from './queries'
import { SendAgain } from './send-again'
import { useEnter } from './use-enter'
import { useRefusal } from './use-refusal'
import { useEnteredElsewhere } from './use-entered-elsewhere'
import { type Destination, useSendCode } from './use-send-code'
import type { Ways } from './way-queries'

type CodeEntryProps = {
  next: string | undefined
  ways: Ways
  to: Destination
  /** Milliseconds since 1970, when another may be asked for. */
  againAt: number
  onSentAgain: (to: Destination, againAt: number, isNew: boolean) => void
  /** Wrong codes that were typed here so far. */
  misses: number
  onMiss: () => void
  onEntered: () => void
  /** To another address or number. */
  onElsewhere: () => void
  onPassword: () => void
}

/** Where the code is typed that was sent. Nothing here tells whether there is an account. */
export function CodeEntry(props: CodeEntryProps) {
  const { next, ways, to, againAt, onSentAgain, misses, onMiss, onEntered, onElsewhere, onPassword } = props
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const captcha = useCaptcha(ways.captcha)
  const enter = useEnter()
  const refuse = useRefusal()
  const goOnIfEntered = useEnteredElsewhere(next, onEntered)
  const leadId = useId()
  const signIn = useMutation(
    identity.codes.enter.mutationOptions({
      onSuccess: async (entered) => {
        await enter(entered)
        onEntered()
      },
      onError: async (error) => {
        if (hasCode(error, 'CODE_WRONG')) {
          if (await goOnIfEntered()) return
          onMiss()
          // Counted here, since the service would tell by it whether somebody has an account.
          if (misses + 1 < CODE_TRIES) setFault(errorMessage(error))
          else setFault(to.email === undefined ? TEXT_CODE_SPENT : CODE_SPENT)
        } else if (hasCode(error, 'TOO_MANY_REQUESTS')) setFault(errorMessage(error))
        else refuse(errorMessage(error))
      },
    }),
  )
  const send = useSendCode({
    next,
    captcha,
    onSent: (where, at, isNew) => {
      onSentAgain(where, at, isNew)
      if (!isNew) return
      setFault(undefined)
      setCode('')
      notify.success('A new code is on its way. The old one no longer works.')
    },
    onError: (error) => refuse(errorMessage(error)),
  })

  function enterCode(digits: string) {
    if (signIn.isPending || !hasSixDigits(digits)) return
    notify.dismiss()
    setFault(undefined)
    signIn.mutate({ ...to, code: digits, next })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    enterCode(code)
  }

  function sendAgain() {
    if (captcha.fault === undefined) send.mutate(to)
    else refuse(captcha.fault)
  }

  const isMail = to.email !== undefined
  return (
    <>
      <div>
        <h1 className="t1">{isMail ? 'Check your mail' : 'Check your phone'}</h1>
        <p className="m2 au-lead" id={leadId}>
          We sent a code to {to.email ?? formatPhone(to.phone)}, if it has an account. It works for ten
          minutes.
        </p>
      </div>
      <form method="post" className="stack au-form" onSubmit={submit} noValidate aria-label="Sign In">
        <SixDigits
          autoFocus
          label="One-time code"
          value={code}
          onValueChange={setCode}
          onWhole={enterCode}
          error={fault}
          describedBy={leadId}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          aria-disabled={!hasSixDigits(code)}
          busy={signIn.isPending && 'Signing in'}
        >
          Sign In
        </Button>
        <CaptchaField captcha={captcha} />
        <div className="row between small wrapf">
          <SendAgain from={againAt} isSending={send.isPending} onSend={sendAgain} />
          <Button variant="ghost" size="sm" className="btn-flush" onClick={onPassword}>
            Use a password
          </Button>
        </div>
        <p className="small m3">
          {isMail ? 'Look for it among unwanted mail, too. ' : ''}
          <button type="button" className="link" onClick={onElsewhere}>
            {isMail ? 'Another address' : 'Another number'}
          </button>
        </p>
      </form>
    </>
  )
}
