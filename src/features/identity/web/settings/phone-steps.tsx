import { useState } from 'react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { formatPhone } from '~/lib/phone'
import { errorMessage } from '~/platform/rpc/errors'
import { identity } from '../queries'
import { CodeDialog } from './code-dialog'
import { ConfirmChange } from './confirm-change'
import { PhoneDialog } from './phone-dialog'
import { useChange } from './use-change'

function useSendPhoneCode(onSent: () => void, onFailed?: (error: unknown) => void) {
  return useChange({
    call: (phone: string) => identity.account.requestPhone.call({ phone }),
    onDone: onSent,
    onFailed,
  })
}

export function SendCode({ phone, onSent }: { phone: string; onSent: () => void }) {
  const send = useSendPhoneCode(onSent)
  return (
    <Button size="sm" busy={send.isPending && 'Sending'} onClick={() => send.mutate(phone)}>
      Send code
    </Button>
  )
}

export function EnterPhone({ onSent, onClose }: { onSent: () => void; onClose: () => void }) {
  const [error, setError] = useState<string>()
  const send = useSendPhoneCode(onSent, (failure) => setError(errorMessage(failure)))
  return (
    <PhoneDialog
      title="Your phone"
      description="We text you a code to verify the number. You can then sign in with it."
      actionLabel="Send code"
      phone=""
      busy={send.isPending && 'Sending'}
      error={error}
      onSubmit={send.mutate}
      onClose={onClose}
    />
  )
}

type ConfirmProps = {
  phone: string
  onClose: () => void
  /** Called when the number was verified, which removes the focused button. */
  onDone: () => void
}

export function ConfirmPhone({ phone, onClose, onDone }: ConfirmProps) {
  const [error, setError] = useState<string>()
  const fail = (failure: unknown) => setError(errorMessage(failure))
  const again = useSendPhoneCode(() => setError(undefined), fail)
  const confirm = useChange({
    call: (code: string) => identity.account.confirmPhone.call({ code }),
    onDone: () => {
      onClose()
      notify.success('Your phone number is verified.')
      onDone()
    },
    onFailed: fail,
  })
  return (
    <CodeDialog
      title="Enter the code"
      description={`We texted a code to ${formatPhone(phone)}.`}
      actionLabel="Confirm"
      busy={confirm.isPending && 'Confirming'}
      error={error}
      resend={{ busy: again.isPending, onResend: () => again.mutate(phone) }}
      onSubmit={confirm.mutate}
      onClose={onClose}
    />
  )
}

export function CancelPhoneChange({ onRemoval }: { onRemoval: () => void }) {
  const cancel = useChange({ call: () => identity.account.cancelPhone.call(), onDone: onRemoval })
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label="Cancel the phone change"
      busy={cancel.isPending && 'Cancelling'}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </Button>
  )
}

type RemoveProps = { phone: string; onClose: () => void; onRemoval: () => void }

export function RemovePhone({ phone, onClose, onRemoval }: RemoveProps) {
  const remove = useChange({
    call: () => identity.account.removePhone.call(),
    onDone: () => {
      onClose()
      notify.success('Phone number removed.')
      onRemoval()
    },
  })
  return (
    <ConfirmChange
      onClose={onClose}
      title={`Remove ${formatPhone(phone)}?`}
      description="This number no longer signs you in and receives no messages from us. You can add it again."
      confirmLabel="Remove"
      busy={remove.isPending && 'Removing'}
      onConfirm={() => remove.mutate()}
    />
  )
}
