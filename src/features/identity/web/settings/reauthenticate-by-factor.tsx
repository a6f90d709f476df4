import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { errorMessage } from '~/platform/rpc/errors'
import { toSendError } from '~/platform/rpc/reauthentication-error'
import { getFactorErrorMessage } from '../factor-error'
import { identity } from '../queries'
import { useResendTimer } from '../use-resend-timer'
import type { FactorChallenge, FactorChallenges } from '../use-factor-challenges'
import { CodeDialog } from './code-dialog'
import type { Factor } from './factor-row'
import { factorsQuery } from './settings-queries'
import { useFactorCode } from './use-factor-code'

type ShownProps = {
  title: string
  lead: string
  onReauthenticated: () => void
  onClose: () => void
}
type FactorProps = ShownProps & {
  factor: Factor
  others: ReactNode
  challenge: FactorChallenge | undefined
  onChallenged: (challengeId: string) => void
}
type ReauthenticateByFactorProps = ShownProps & {
  challenges: FactorChallenges['challenges']
  onChallenged: FactorChallenges['keep']
  instead: (() => void) | undefined
}

/**
 * Reauthentication with any factor, the authenticator app first. `instead` switches to the password, if there is one.
 */
export function ReauthenticateByFactor({
  challenges,
  onChallenged,
  instead,
  ...shown
}: ReauthenticateByFactorProps) {
  const { factors } = useSuspenseQuery(factorsQuery()).data
  const [chosen, setChosen] = useState(() => (factors.find(({ kind }) => kind === 'totp') ?? factors[0])?.id)
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0]
  if (factor === undefined) return null
  const others = (
    <div className="row wrap" style={{ marginInline: 'calc(-1 * var(--sp-3-5))' }}>
      {factors.map(
        (other) =>
          other !== factor && (
            <Button key={other.id} size="sm" variant="ghost" onClick={() => setChosen(other.id)}>
              {describeFactorChoice(other)}
            </Button>
          ),
      )}
      {instead && (
        <Button size="sm" variant="ghost" onClick={instead}>
          Use your password
        </Button>
      )}
    </div>
  )
  const Method = { totp: ReauthenticateByApp, phone: ReauthenticateByText, webauthn: ReauthenticateByKey }[
    factor.kind
  ]
  return (
    <Method
      key={factor.id}
      factor={factor}
      challenge={challenges[factor.id]}
      onChallenged={(challengeId) => onChallenged(factor.id, challengeId)}
      others={others}
      {...shown}
    />
  )
}

function describeFactorChoice({ kind, name, phone }: Factor): string {
  if (kind === 'phone') return `Text a code to ${phone ?? 'my phone'}`
  return `Use ${name ?? (kind === 'totp' ? 'an authenticator app' : 'a security key')}`
}

function useReauthenticationCode({ factor, challenge, onChallenged, onReauthenticated }: FactorProps) {
  const [error, setError] = useState<string>()
  const verification = useFactorCode({
    factorId: factor.id,
    challengeId: challenge?.challengeId,
    onChallenged,
    isTexted: factor.kind === 'phone',
    onDone: onReauthenticated,
    onFailed: (failure) => setError(getFactorErrorMessage(failure, factor.kind)),
  })
  return { verification, error, forget: () => setError(undefined) }
}

function ReauthenticateByApp(props: FactorProps) {
  const { title, lead, factor, others, onClose } = props
  const { verification, error } = useReauthenticationCode(props)
  return (
    <CodeDialog
      title={title}
      description={`${lead} Enter the code from your authenticator${factor.name === null ? '' : ` (${factor.name})`}.`}
      actionLabel="Continue"
      busy={verification.isPending && 'Checking'}
      error={error}
      onSubmit={(code) => verification.mutate(code)}
      onClose={onClose}
      below={others}
    />
  )
}

function ReauthenticateByText(props: FactorProps) {
  const { title, lead, factor, challenge, others, onClose } = props
  const { verification, error, forget } = useReauthenticationCode(props)
  const again = useResendTimer(challenge?.resendAt)
  // A code sent less than a minute ago is used, because another one can't be sent yet. For an older one, a new code is
  // sent.
  const [isSent, setIsSent] = useState(() => challenge !== undefined && challenge.resendAt > Date.now())
  const send = useMutation({
    mutationFn: () => verification.startChallenge(),
    onMutate: forget,
    onSuccess: () => {
      setIsSent(true)
      again.countFromNow()
    },
    onError: again.isEarly,
  })
  const { mutate } = send
  useEffect(() => {
    if (!isSent) mutate()
  }, [isSent, mutate])
  return (
    <CodeDialog
      title={title}
      description={isSent ? `${lead} We sent a code to ${factor.phone ?? 'your phone'}.` : lead}
      actionLabel="Continue"
      busy={verification.isPending && 'Checking'}
      error={error ?? (send.error ? toSendError(send.error).message : undefined)}
      resend={{ busy: send.isPending, onResend: () => mutate(), from: again.resendAt }}
      // While no code has been sent, submitting sends one.
      onSubmit={(code) => (isSent ? verification.mutate(code) : mutate())}
      onClose={onClose}
      below={others}
    />
  )
}

const NO_KEY_USED = 'No key responded. Try again, or use another method.'

function ReauthenticateByKey({ title, lead, factor, others, onReauthenticated, onClose }: FactorProps) {
  const factorId = factor.id
  const show = useMutation({
    mutationFn: async () => {
      const [{ requestPasskey }, { challengeId, request }] = await Promise.all([
        import('../request-passkey'),
        identity.factors.challenge.call({ factorId }),
      ])
      const authentication = request === null ? undefined : await requestPasskey(request)
      if (authentication === undefined) return false
      await identity.factors.verify.call({ factorId, challengeId, authentication })
      return true
    },
    onSuccess: (isShown) => isShown && onReauthenticated(),
  })
  const message = show.error ? errorMessage(show.error) : show.data === false ? NO_KEY_USED : undefined
  return (
    <FormDialog
      title={title}
      description={`${lead} Have ${factor.name ?? 'your security key'} ready: your browser will ask for it.`}
      actionLabel="Use security key"
      busy={show.isPending && 'Asking'}
      onSubmit={() => show.mutate()}
      onClose={onClose}
      below={others}
    >
      {message !== undefined && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
    </FormDialog>
  )
}
