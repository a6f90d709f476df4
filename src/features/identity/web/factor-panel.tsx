import { Fingerprint, KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { Checkbox } from '~/design/checkbox'
import { classNames } from '~/design/class-names'
import { useSiteName } from '~/design/site-name'
import type { LucideIcon } from '~/design/icon'
import { notify } from '~/design/toast'
import { TRUST_DAYS } from '../rules/factor'
import { CaptchaField, useCaptcha } from './captcha'
import { AuthenticatorForm, type FactorFormProps, SecurityKeyForm, PhoneForm } from './factor-forms'
import { describeFactorChoice } from './factor-messages'
import { useFactorChallenges } from './use-factor-challenges'
import { usePasskey } from './use-passkey'
import type { Pending, PendingFactor, SignInMethods } from './sign-in-queries'
import styles from './auth-page.module.css'
import { useRouter } from '@tanstack/react-router'
import { TextField } from '~/design/text-field'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { AuthForm } from './auth-form'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import { usePendingErrorHandler } from './use-factor-check'

// This page redirects people who are not members to their own settings.
const SECOND_FACTOR = '/dashboard/settings#factor'

type FactorPanelProps = { pending: Pending; methods: SignInMethods; next: string | undefined }

type Kind = {
  Form: (props: FactorFormProps) => React.ReactNode
  icon: LucideIcon
  lead: (factor: PendingFactor, siteName: string, isSent: boolean) => string
}
const kinds: Record<PendingFactor['kind'], Kind> = {
  totp: {
    Form: AuthenticatorForm,
    icon: Smartphone,
    lead: ({ name }, siteName) =>
      `Open your authenticator${name === null ? '' : ` (${name})`} and enter the code for ${siteName}.`,
  },
  phone: {
    Form: PhoneForm,
    icon: MessageSquare,
    lead: ({ phone }, _, isSent) => `We ${isSent ? 'sent' : 'text'} a code to ${phone ?? 'your phone'}.`,
  },
  webauthn: {
    Form: SecurityKeyForm,
    icon: KeyRound,
    lead: ({ name }) => `Have ${name ?? 'your security key'} ready. Your browser will ask for it.`,
  },
}

/** Form for two-step verification with any of the person's methods. Closing it leaves them signed out. */
export function FactorPanel({ pending, methods, next }: FactorPanelProps) {
  const [chosen, setChosen] = useState<string | undefined>(findPreferredFactor(pending.factors)?.id)
  // Off by default: a trusted browser needs only the password for 30 days.
  const [trustBrowser, setTrustBrowser] = useState(false)
  const { challenges, keep } = useFactorChallenges()
  const siteName = useSiteName()
  const captcha = useCaptcha(methods.captcha)
  const passkey = usePasskey({ next, captcha })
  const choose = (id: string | undefined) => {
    // Errors of the previous method are dismissed, because they no longer apply.
    notify.dismiss()
    setChosen(id)
  }
  const factor = pending.factors.find(({ id }) => id === chosen)
  const kind = factor && kinds[factor.kind]
  const others = pending.factors.filter(({ id }) => id !== chosen)
  const offersRecovery = pending.hasRecoveryCodes && chosen !== undefined
  const isMore = pending.hasPasskeys || offersRecovery || others.length > 0
  return (
    <>
      <div>
        <h1 className="title-1">
          {kind === undefined ? (
            'Recovery code'
          ) : (
            <>
              <span className="no-wrap">Two-step</span> verification
            </>
          )}
        </h1>
        <p className="muted">
          {factor === undefined || kind === undefined
            ? 'One of your ten recovery codes. Each works once.'
            : kind.lead(factor, siteName, challenges[factor.id] !== undefined)}
        </p>
      </div>
      <div className={classNames('stack', styles.form)}>
        {factor === undefined || kind === undefined ? (
          <RecoveryCodeForm next={next} />
        ) : (
          <kind.Form
            key={factor.id}
            factor={factor}
            next={next}
            trustBrowser={trustBrowser}
            challenge={challenges[factor.id]}
            onChallenged={(challengeId) => keep(factor.id, challengeId)}
            trust={
              <Checkbox checked={trustBrowser} onChange={(event) => setTrustBrowser(event.target.checked)}>
                Trust this browser for {TRUST_DAYS} days
              </Checkbox>
            }
          />
        )}
        {isMore && <p className={styles.divider}>or</p>}
        {/* A passkey replaces password and two-step verification, so it needs the CAPTCHA of a sign-in. */}
        {pending.hasPasskeys && <CaptchaField captcha={captcha} />}
        {isMore && (
          <div className={styles.methods}>
            {pending.hasPasskeys && (
              <Button
                full
                icon={Fingerprint}
                busy={passkey.isRequesting && 'Asking'}
                onClick={passkey.request}
              >
                Use a passkey
              </Button>
            )}
            {others.map((other) => (
              <Button key={other.id} full icon={kinds[other.kind].icon} onClick={() => choose(other.id)}>
                {describeFactorChoice(other)}
              </Button>
            ))}
            {offersRecovery && (
              <Button variant="ghost" full onClick={() => choose(undefined)}>
                Use a recovery code
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** An authenticator app comes first: it costs nothing and needs no hardware. */
function findPreferredFactor(factors: readonly PendingFactor[]): PendingFactor | undefined {
  return (['totp', 'webauthn', 'phone'] as const)
    .map((kind) => factors.find((factor) => factor.kind === kind))
    .find((factor) => factor !== undefined)
}

/** Form for a recovery code, which replaces a lost verification method. Each code works once. */
function RecoveryCodeForm({ next }: { next: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  const enter = useAfterSignIn()
  const onTrouble = usePendingErrorHandler()
  const router = useRouter()
  const form = useForm({
    blank: { code: '' },
    mutationKey: identity.recoveryCodes.use.mutationKey(),
    check: ({ code }) => ({ code: code.trim() === '' ? 'Enter a recovery code.' : undefined }),
    send: ({ code }) => identity.recoveryCodes.use.call({ code, next }),
    onDone: async ({ left, ...entered }) => {
      await enter(entered)
      notify.success(formatRecoveryCodesLeft(left), {
        action: { label: 'Open settings', onClick: () => router.history.push(SECOND_FACTOR) },
      })
    },
    findProblems: (error) => (hasErrorCode(error, 'WRONG_CODE') ? { code: getErrorMessage(error) } : {}),
    onError: (error, { isAtField }) => isAtField || onTrouble(error),
  })
  const problem = form.problems['code']
  useEffect(() => {
    if (problem === undefined) return
    field.current?.focus()
    field.current?.select()
  }, [problem])
  return (
    <AuthForm form={form} label="Two-step verification">
      <TextField
        ref={field}
        label="Recovery code"
        className="code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        required
        {...form.native('code')}
        help="Twelve letters and digits, as you saved them."
      />
      <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Checking'}>
        Continue
      </Button>
    </AuthForm>
  )
}

function formatRecoveryCodesLeft(codesLeft: number): string {
  if (codesLeft === 0)
    return 'That was your last recovery code. Remove the method you lost and make new codes.'
  return `That code is now used. You have ${codesLeft} left; remove the method you lost and add a new one.`
}
