import { useId, useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { hasSixDigits, SixDigitField } from '~/design/six-digit-field'
import { notify } from '~/design/toast'
import { formatPhone } from '~/lib/phone'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { CODE_TRIES } from '../rules/max-code-attempts'
import { CODE_SPENT, TEXT_CODE_SPENT } from '../rules/messages'
import { CaptchaField, useCaptcha } from './captcha'
import { identity } from './queries'
import { ResendButton } from './resend-button'
import { useAfterSignIn } from './use-after-sign-in'
import { useErrorToast } from './use-error-toast'
import { type Destination, useSendCode } from './use-send-code'
import type { SignInMethods } from './sign-in-queries'
import styles from './auth-page.module.css'
import { getLandingPath } from '../rules/home-path'

type CodeEntryProps = {
  next: string | undefined
  methods: SignInMethods
  to: Destination
  /** When another code may be requested, in milliseconds since 1970. */
  resendAt: number
  onResent: (to: Destination, resendAt: number, isNew: boolean) => void
  misses: number
  onMiss: () => void
  onEntered: () => void
  /** Lets the person enter another email address or phone number. */
  onChangeDestination: () => void
  onPassword: () => void
}

/** Form for a code that was sent. It never reveals whether there is an account. */
export function CodeEntry(props: CodeEntryProps) {
  const {
    next,
    methods,
    to,
    resendAt,
    onResent,
    misses,
    onMiss,
    onEntered,
    onChangeDestination,
    onPassword,
  } = props
  const captcha = useCaptcha(methods.captcha)
  const enter = useAfterSignIn()
  const showError = useErrorToast()
  const continueIfSignedIn = useSignedInElsewhere(next, onEntered)
  const leadId = useId()
  const form = useForm({
    blank: { code: '' },
    mutationKey: identity.codes.enter.mutationKey(),
    send: ({ code }) => identity.codes.enter.call({ ...to, code, next }),
    onDone: async (entered) => {
      await enter(entered)
      onEntered()
    },
    findProblems: () => ({}),
    onError: async (error) => {
      if (hasErrorCode(error, 'CODE_WRONG')) {
        if (await continueIfSignedIn()) return
        onMiss()
        // The browser counts wrong codes, because a count by the server would reveal whether there is an account.
        const spent = to.email === undefined ? TEXT_CODE_SPENT : CODE_SPENT
        form.setProblems({ code: misses + 1 < CODE_TRIES ? getErrorMessage(error) : spent })
      } else if (hasErrorCode(error, 'TOO_MANY_REQUESTS')) form.setProblems({ code: getErrorMessage(error) })
      else showError(getErrorMessage(error))
    },
  })
  const send = useSendCode({
    next,
    captcha,
    onSent: (where, at, isNew) => {
      onResent(where, at, isNew)
      if (!isNew) return
      form.set({ code: '' })
      notify.success('A new code is on its way. The old one no longer works.')
    },
    onError: (error) => showError(getErrorMessage(error)),
  })

  function enterCode(code: string) {
    if (form.isSending || !hasSixDigits(code)) return
    notify.dismiss()
    form.send({ code })
  }

  function resendCode() {
    if (captcha.problem === undefined) send.mutate(to)
    else showError(captcha.problem)
  }

  const isByEmail = to.email !== undefined
  return (
    <>
      <div>
        <h1 className="title-1">{isByEmail ? 'Check your email' : 'Check your phone'}</h1>
        <p className={classNames('muted', styles.lead)} id={leadId}>
          We sent a code to {to.email ?? formatPhone(to.phone)}, if it has an account. It works for ten
          minutes.
        </p>
      </div>
      <Form
        method="post"
        className={classNames('stack', styles.form)}
        onSubmit={() => enterCode(form.values.code)}
        aria-label="Sign In"
      >
        <SixDigitField
          autoFocus
          label="One-time code"
          {...form.field('code')}
          onComplete={enterCode}
          describedBy={leadId}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          aria-disabled={!hasSixDigits(form.values.code)}
          busy={form.isSending && 'Signing in'}
        >
          Sign In
        </Button>
        <CaptchaField captcha={captcha} />
        <div className="row between small wrap">
          <ResendButton from={resendAt} isSending={send.isPending} onSend={resendCode} />
          <Button variant="ghost" size="sm" flush onClick={onPassword}>
            Use a password
          </Button>
        </div>
        <p className="small faint">
          {isByEmail ? 'Check your spam folder, too. ' : ''}
          <button type="button" className={classNames('link', styles.link)} onClick={onChangeDestination}>
            {isByEmail ? 'Use another address' : 'Use another number'}
          </button>
        </p>
      </Form>
    </>
  )
}

/**
 * Detects that another tab has used the email's link, which uses up the code, too. Returns a function that checks
 * whether this browser is signed in, or pending two-step verification. If so, it continues to `next` and resolves to
 * true. The check also runs when the page gets the focus or becomes visible.
 */
function useSignedInElsewhere(next: string | undefined, onEntered: () => void): () => Promise<boolean> {
  const enter = useAfterSignIn()
  const looking = useRef<Promise<boolean>>(undefined)
  // One check at a time, because browsers fire two events when a tab gets the focus.
  const goOn = () =>
    (looking.current ??= continueIfSignedIn().finally(() => {
      looking.current = undefined
    }))
  async function continueIfSignedIn(): Promise<boolean> {
    const entered = await findSignedIn(next).catch(() => undefined)
    if (entered === undefined) return false
    await enter(entered)
    onEntered()
    return true
  }
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && goOn())
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  })
  return goOn
}

async function findSignedIn(next: string | undefined) {
  const me = await identity.me.call()
  if (me !== null) return { me, landingPath: getLandingPath(me.roles, next) }
  if ((await identity.pending.call()) === null) return undefined
  const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`
  return { me: null, landingPath: `/auth/factor${query}` }
}
