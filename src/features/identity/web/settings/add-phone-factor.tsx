import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPhone } from '~/lib/phone'
import { errorMessage } from '~/platform/rpc/errors'
import { getFactorErrorMessage } from '../factor-error'
import { identity } from '../queries'
import { CodeDialog } from './code-dialog'
import { PhoneDialog } from './phone-dialog'
import { useChange } from './use-change'
import { useFactorCode } from './use-factor-code'

type AddPhoneFactorProps = {
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** Dialog to add a phone as a factor: asks for the number, then for the code sent to it. */
export function AddPhoneFactor({ onDone, onClose }: AddPhoneFactorProps) {
  const [sent, setSent] = useState<Sent>()
  const [error, setError] = useState<string>()
  const enroll = useChange({
    call: enrollPhone,
    onDone: setSent,
    onFailed: (failure) => setError(errorMessage(failure)),
  })
  if (sent) return <ConfirmPhoneCode {...sent} onDone={onDone} onClose={onClose} />
  return (
    <PhoneDialog
      title="Add your phone"
      description="We text you a code whenever you sign in. An authenticator app is safer, and works without a network."
      actionLabel="Send code"
      phone=""
      busy={enroll.isPending && 'Sending'}
      error={error}
      onSubmit={enroll.mutate}
      onClose={onClose}
    />
  )
}

type Sent = { factorId: string; challengeId: string; phone: string }

async function enrollPhone(phone: string): Promise<Sent> {
  const { factorId } = await identity.factors.enrollPhone.call({ phone })
  const { challengeId } = await identity.factors.challenge.call({ factorId })
  return { factorId, challengeId, phone }
}

function ConfirmPhoneCode({ factorId, challengeId, phone, onDone, onClose }: Sent & AddPhoneFactorProps) {
  const [error, setError] = useState<string>()
  const onFailed = (failure: unknown) => setError(getFactorErrorMessage(failure, 'phone'))
  const verify = useFactorCode({ factorId, challengeId, isTexted: true, onDone, onFailed })
  const send = useMutation({
    mutationFn: verify.startChallenge,
    onSuccess: () => setError(undefined),
    onError: onFailed,
  })
  return (
    <CodeDialog
      title="Enter the code"
      description={`We texted a code to ${formatPhone(phone)}.`}
      actionLabel="Add"
      busy={verify.isPending && 'Adding'}
      error={error}
      resend={{ busy: send.isPending, onResend: () => send.mutate() }}
      onSubmit={verify.mutate}
      onClose={onClose}
    />
  )
}
