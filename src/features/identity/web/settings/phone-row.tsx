import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { OwnAccount } from '../../contract-account'
import { PHONES_OFF } from '../../rules/sentences'
import { identity } from '../queries'
import { ConfirmChange } from './confirm-change'
import { CodeDialog } from './code-dialog'
import { PhoneDialog } from './phone-dialog'
import { SettingRow } from './setting-row'
import { useChange } from './use-change'

type Step = 'number' | 'code' | 'remove'

/** The number, the one that waits for its code, and the steps from one to the other. */
export function PhoneRow({ account }: { account: OwnAccount }) {
  const { phone, isPhoneVerified, newPhone, hasTextMessages } = account
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  // What is to be confirmed next: one that was never confirmed can be given again.
  const waits = newPhone ?? (phone !== null && !isPhoneVerified ? phone : null)
  if (phone === null && newPhone === null && !hasTextMessages) return null
  return (
    <SettingRow
      title="Phone"
      badge={waits !== null && <Badge tone="orange">not confirmed</Badge>}
      value={phoneWords(account)}
      end={
        <>
          {waits !== null && hasTextMessages && <SendCode phone={waits} onSent={() => setStep('code')} />}
          {hasTextMessages && (
            <Button
              size="sm"
              variant={waits === null ? 'quiet' : 'ghost'}
              aria-label={phone === null && waits === null ? 'Add a phone' : 'Change phone'}
              onClick={() => setStep('number')}
            >
              {phone === null && waits === null ? 'Add' : 'Change'}
            </Button>
          )}
          {newPhone !== null && <GiveUp />}
          {phone !== null && newPhone === null && (
            <Button size="sm" variant="ghost" aria-label="Remove phone" onClick={() => setStep('remove')}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {step === 'number' && <GiveNumber onSent={() => setStep('code')} onClose={close} />}
      {step === 'code' && waits !== null && <Confirm phone={waits} onClose={close} />}
      {step === 'remove' && phone !== null && <Remove phone={phone} onClose={close} />}
    </SettingRow>
  )
}

function phoneWords({ phone, newPhone, hasTextMessages }: OwnAccount): string {
  if (phone === null && newPhone === null) return hasTextMessages ? 'None' : PHONES_OFF
  if (phone !== null && newPhone !== null) return `${phone}, to become ${newPhone}`
  return phone ?? newPhone ?? ''
}

function useSend(onSent: () => void, onFailed?: (error: unknown) => void) {
  return useChange({
    call: (phone: string) => identity.account.requestPhone.call({ phone }),
    onDone: onSent,
    onFailed,
  })
}

function SendCode({ phone, onSent }: { phone: string; onSent: () => void }) {
  const send = useSend(onSent)
  return (
    <Button size="sm" busy={send.isPending && 'Sending'} onClick={() => send.mutate(phone)}>
      Send code
    </Button>
  )
}

function GiveNumber({ onSent, onClose }: { onSent: () => void; onClose: () => void }) {
  const [error, setError] = useState<string>()
  const send = useSend(onSent, (failure) => setError(errorMessage(failure)))
  return (
    <PhoneDialog
      title="Your phone"
      description="We text it six digits, which confirm that it is yours. You can sign in with it from then on."
      actLabel="Send the code"
      phone=""
      busy={send.isPending && 'Sending'}
      error={error}
      onSubmit={send.mutate}
      onClose={onClose}
    />
  )
}

function Confirm({ phone, onClose }: { phone: string; onClose: () => void }) {
  const [error, setError] = useState<string>()
  const fail = (failure: unknown) => setError(errorMessage(failure))
  const again = useSend(() => setError(undefined), fail)
  const confirm = useChange({
    call: (code: string) => identity.account.confirmPhone.call({ code }),
    onDone: () => {
      onClose()
      notify.success('Your phone is confirmed.')
    },
    onFailed: fail,
  })
  return (
    <CodeDialog
      title="Enter the code"
      description={`We texted six digits to ${phone}.`}
      actLabel="Confirm"
      busy={confirm.isPending && 'Confirming'}
      error={error}
      resend={{ busy: again.isPending, onResend: () => again.mutate(phone) }}
      onSubmit={confirm.mutate}
      onClose={onClose}
    />
  )
}

function GiveUp() {
  const cancel = useChange({ call: () => identity.account.cancelPhone.call() })
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label="Give up the new phone"
      busy={cancel.isPending && 'Giving up'}
      onClick={() => cancel.mutate()}
    >
      Give up
    </Button>
  )
}

function Remove({ phone, onClose }: { phone: string; onClose: () => void }) {
  const remove = useChange({
    call: () => identity.account.removePhone.call(),
    onDone: () => {
      onClose()
      notify.success('The number is gone.')
    },
  })
  return (
    <ConfirmChange
      onClose={onClose}
      title={`Remove ${phone}?`}
      description="It no longer signs you in, and nobody texts it. You can add it again."
      confirmLabel="Remove"
      busy={remove.isPending && 'Removing'}
      onConfirm={() => remove.mutate()}
    />
  )
}
