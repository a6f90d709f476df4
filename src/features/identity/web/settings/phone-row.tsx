import { useRef, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { notify } from '~/design/toast'
import { formatPhone } from '~/lib/phone'
import type { OwnAccount } from '../../contract-account'
import { identity } from '../queries'
import { ConfirmChange } from './change-dialogs'
import { PhoneCodeDialog, PhoneNumberDialog } from './phone-dialogs'
import { SettingRow } from '~/design/setting-row'
import { useChange } from './use-change'

const requestCode = (phone: string) => identity.account.requestPhone.call({ phone })

const unconfirmed = <Badge tone="orange">not verified</Badge>

type Step = 'number' | 'code' | 'remove'

type PhoneRowProps = {
  account: OwnAccount
  /** Returns the element that takes the focus when the row is removed. */
  before: () => HTMLElement | null | undefined
}

/** Row with the phone number, a pending number, and the dialogs to change them. */
export function PhoneRow({ account, before }: PhoneRowProps) {
  const { phone, isPhoneVerified, newPhone, hasTextMessages } = account
  const [step, setStep] = useState<Step>()
  const changer = useRef<HTMLButtonElement>(null)
  const close = () => setStep(undefined)
  const goOn = () => focusIfFocusLost(() => changer.current ?? before())
  // The number to verify: a pending one, otherwise the unverified current one.
  const waits = newPhone ?? (phone !== null && !isPhoneVerified ? phone : null)
  const shown = phone ?? newPhone
  // Whether a pending number will replace the current one, which is used until then.
  const isReplaced = phone !== null && newPhone !== null
  if (shown === null && !hasTextMessages) return null
  return (
    <SettingRow
      title="Phone"
      badge={!isReplaced && waits !== null && unconfirmed}
      value={shown === null ? 'No phone number for sign-in' : formatPhone(shown)}
      end={
        <>
          {waits !== null && hasTextMessages && <SendCode phone={waits} onSent={() => setStep('code')} />}
          {hasTextMessages && (
            <Button
              ref={changer}
              size="sm"
              variant={waits === null ? 'quiet' : 'ghost'}
              aria-label={phone === null && waits === null ? 'Add a phone' : 'Change phone'}
              onClick={() => setStep('number')}
            >
              {phone === null && waits === null ? 'Add' : 'Change'}
            </Button>
          )}
          {newPhone !== null && <CancelPhoneChange onRemoval={goOn} />}
          {phone !== null && newPhone === null && (
            <Button size="sm" variant="ghost" aria-label="Remove phone" onClick={() => setStep('remove')}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {isReplaced && (
        <p className="row wrap">
          <span className="muted">Pending number: {formatPhone(newPhone)}</span> {unconfirmed}
        </p>
      )}
      {step === 'number' && (
        <PhoneNumberDialog
          title="Your phone"
          description="We text you a code to verify the number. You can then sign in with it."
          sendCode={requestCode}
          onSent={() => setStep('code')}
          onClose={close}
        />
      )}
      {step === 'code' && waits !== null && (
        <PhoneCodeDialog
          phone={waits}
          actionLabel="Confirm"
          busyLabel="Confirming"
          verify={(code) => identity.account.confirmPhone.call({ code })}
          sendAgain={() => requestCode(waits)}
          onDone={() => {
            close()
            notify.success('Your phone number is verified.')
            goOn()
          }}
          onClose={close}
        />
      )}
      {step === 'remove' && phone !== null && <RemovePhone phone={phone} onClose={close} onRemoval={goOn} />}
    </SettingRow>
  )
}

function SendCode({ phone, onSent }: { phone: string; onSent: () => void }) {
  const send = useChange({ call: requestCode, onDone: onSent })
  return (
    <Button size="sm" busy={send.isPending && 'Sending'} onClick={() => send.mutate(phone)}>
      Send code
    </Button>
  )
}

function CancelPhoneChange({ onRemoval }: { onRemoval: () => void }) {
  const cancel = useChange({ call: () => identity.account.cancelPhone.call(), onDone: onRemoval })
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label="Cancel the phone change"
      busy={cancel.isPending && 'Canceling'}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </Button>
  )
}

type RemoveProps = { phone: string; onClose: () => void; onRemoval: () => void }

export function RemovePhone({ phone, onClose, onRemoval }: RemoveProps) {
  return (
    <ConfirmChange
      title={`Remove ${formatPhone(phone)}?`}
      description="This number no longer signs you in and receives no messages from us. You can add it again."
      confirmLabel="Remove"
      busyLabel="Removing"
      change={() => identity.account.removePhone.call()}
      onDone={() => {
        notify.success('Phone number removed.')
        onRemoval()
      }}
      onClose={onClose}
    />
  )
}
