import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { getErrorMessage } from '~/platform/rpc/errors'
import { describeFactorChoice, getFactorErrorMessage, NO_KEY_USED } from '../factor-messages'
import { type FactorChallenge, type FactorChallenges, useFactorVerification } from '../use-factor-challenges'
import { CodeDialog } from './code-dialog'
import type { Factor } from './factor-row'
import { factorsQuery } from './settings-queries'
import { useChange } from './use-change'
import { useSentCode } from './use-sent-code'

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

function useReauthenticationCode({ onReauthenticated, ...challenged }: FactorProps) {
  const [error, setError] = useState<string>()
  const { startChallenge, verify } = useFactorVerification(challenged)
  const verification = useChange({
    call: (code: string) => verify({ code }),
    onDone: onReauthenticated,
    onFailed: (failure) => setError(getFactorErrorMessage(failure, challenged.factor.kind)),
  })
  return { startChallenge, verification, error, forget: () => setError(undefined) }
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
  const { startChallenge, verification, error, forget } = useReauthenticationCode(props)
  const { isSent, sendCode, ...text } = useSentCode({
    send: startChallenge,
    onSend: forget,
    resendAt: challenge?.resendAt,
  })
  return (
    <CodeDialog
      title={title}
      description={isSent ? `${lead} We sent a code to ${factor.phone ?? 'your phone'}.` : lead}
      actionLabel="Continue"
      busy={verification.isPending && 'Checking'}
      error={error ?? text.error}
      resend={text.resend}
      // While no code has been sent, submitting sends one.
      onSubmit={(code) => (isSent ? verification.mutate(code) : sendCode())}
      onClose={onClose}
      below={others}
    />
  )
}

function ReauthenticateByKey(props: FactorProps) {
  const { title, lead, factor, others, onReauthenticated, onClose } = props
  const { requestKey, verify } = useFactorVerification(props)
  const show = useMutation({
    mutationFn: async () => {
      const authentication = await requestKey()
      if (authentication === undefined) return false
      await verify({ authentication })
      return true
    },
    onSuccess: (isShown) => isShown && onReauthenticated(),
  })
  const message = show.error ? getErrorMessage(show.error) : show.data === false ? NO_KEY_USED : undefined
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
