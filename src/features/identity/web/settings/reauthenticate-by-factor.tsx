import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { errorMessage } from '~/platform/rpc/errors'
import { sendFault } from '~/platform/rpc/reauthentication-error'
import { factorFault } from '../factor-fault'
import { identity } from '../queries'
import { useResendTimer } from '../use-resend-timer'
import type { Asked, FactorChallenges } from '../use-factor-challenges'
import { CodeDialog } from './code-dialog'
import type { Factor } from './factor-row'
import { factorsQuery } from './settings-queries'
import { useFirstAnswer } from './use-first-answer'

type ShownProps = {
  title: string
  lead: string
  onReauthenticated: () => void
  onClose: () => void
}
type FactorProps = ShownProps & {
  factor: Factor
  others: ReactNode
  asked: Asked | undefined
  onChallenged: (challengeId: string) => void
}
type ReauthenticateByFactorProps = ShownProps & {
  asked: FactorChallenges['asked']
  onChallenged: FactorChallenges['keep']
  instead: (() => void) | undefined
}

/** Reauthentication by any factor, the app first. `instead` switches to the password, if there is one. */
export function ReauthenticateByFactor({
  asked,
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
              {offerOf(other)}
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
  const Ask = { totp: ByApp, phone: ByText, webauthn: ByKey }[factor.kind]
  return (
    <Ask
      key={factor.id}
      factor={factor}
      asked={asked[factor.id]}
      onChallenged={(challengeId) => onChallenged(factor.id, challengeId)}
      others={others}
      {...shown}
    />
  )
}

function offerOf({ kind, name, phone }: Factor): string {
  if (kind === 'phone') return `Text a code to ${phone ?? 'my phone'}`
  return `Use ${name ?? (kind === 'totp' ? 'an authenticator app' : 'a security key')}`
}

function useCode({ factor, asked, onChallenged, onReauthenticated }: FactorProps) {
  const [error, setError] = useState<string>()
  const answer = useFirstAnswer({
    factorId: factor.id,
    challengeId: asked?.challengeId,
    onChallenged,
    isTexted: factor.kind === 'phone',
    onDone: onReauthenticated,
    onFailed: (failure) => setError(factorFault(failure, factor.kind)),
  })
  return { answer, error, forget: () => setError(undefined) }
}

function ByApp(props: FactorProps) {
  const { title, lead, factor, others, onClose } = props
  const { answer, error } = useCode(props)
  return (
    <CodeDialog
      title={title}
      description={`${lead} Enter the code from your authenticator${factor.name === null ? '' : ` (${factor.name})`}.`}
      actionLabel="Continue"
      busy={answer.isPending && 'Checking'}
      error={error}
      onSubmit={(code) => answer.mutate(code)}
      onClose={onClose}
      below={others}
    />
  )
}

function ByText(props: FactorProps) {
  const { title, lead, factor, asked, others, onClose } = props
  const { answer, error, forget } = useCode(props)
  const again = useResendTimer(asked?.resendAt)
  // Within the minute the last code is reused, since no other can be sent. An older one is treated as expired.
  const [isSent, setIsSent] = useState(() => asked !== undefined && asked.resendAt > Date.now())
  const send = useMutation({
    mutationFn: () => answer.ask(),
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
      busy={answer.isPending && 'Checking'}
      error={error ?? (send.error ? sendFault(send.error).message : undefined)}
      resend={{ busy: send.isPending, onResend: () => mutate(), from: again.resendAt }}
      // Before anything is sent, no code can be right.
      onSubmit={(code) => (isSent ? answer.mutate(code) : mutate())}
      onClose={onClose}
      below={others}
    />
  )
}

const NO_KEY_USED = 'No key responded. Try again, or use another method.'

function ByKey({ title, lead, factor, others, onReauthenticated, onClose }: FactorProps) {
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
  const fault = show.error ? errorMessage(show.error) : show.data === false ? NO_KEY_USED : undefined
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
      {fault !== undefined && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </FormDialog>
  )
}
