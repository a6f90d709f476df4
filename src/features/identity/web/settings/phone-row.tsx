import { useRef, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { formatPhone } from '~/lib/phone'
import type { OwnAccount } from '../../contract-account'
import { ConfirmPhone, EnterPhone, CancelPhoneChange, RemovePhone, SendCode } from './phone-steps'
import { SettingRow } from './setting-row'

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
      {step === 'number' && <EnterPhone onSent={() => setStep('code')} onClose={close} />}
      {step === 'code' && waits !== null && <ConfirmPhone phone={waits} onClose={close} onDone={goOn} />}
      {step === 'remove' && phone !== null && <RemovePhone phone={phone} onClose={close} onRemoval={goOn} />}
    </SettingRow>
  )
}
