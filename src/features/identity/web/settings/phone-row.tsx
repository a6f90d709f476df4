import { useRef, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { focusWhenFree } from '~/design/focus-when-free'
import { formatPhone } from '~/lib/phone'
import type { OwnAccount } from '../../contract-account'
import { ConfirmPhone, GiveNumber, GiveUpPhone, RemovePhone, SendCode } from './phone-steps'
import { SettingRow } from './setting-row'

const unconfirmed = <Badge tone="orange">not confirmed</Badge>

type Step = 'number' | 'code' | 'remove'

type PhoneRowProps = {
  account: OwnAccount
  /** What holds the focus once the whole row is gone. */
  before: () => HTMLElement | null | undefined
}

/** The number, the one that waits for its code, and the steps from one to the other. */
export function PhoneRow({ account, before }: PhoneRowProps) {
  const { phone, isPhoneVerified, newPhone, hasTextMessages } = account
  const [step, setStep] = useState<Step>()
  const changer = useRef<HTMLButtonElement>(null)
  const close = () => setStep(undefined)
  const goOn = () => focusWhenFree(() => changer.current ?? before())
  // What is to be confirmed next: one that was never confirmed can be given again.
  const waits = newPhone ?? (phone !== null && !isPhoneVerified ? phone : null)
  const shown = phone ?? newPhone
  // The one that is there stays good until the new one takes its place.
  const isReplaced = phone !== null && newPhone !== null
  if (shown === null && !hasTextMessages) return null
  return (
    <SettingRow
      title="Phone"
      badge={!isReplaced && waits !== null && unconfirmed}
      value={shown === null ? 'None to sign in with' : formatPhone(shown)}
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
          {newPhone !== null && <GiveUpPhone onGone={goOn} />}
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
          <span className="muted">To become {formatPhone(newPhone)}</span> {unconfirmed}
        </p>
      )}
      {step === 'number' && <GiveNumber onSent={() => setStep('code')} onClose={close} />}
      {step === 'code' && waits !== null && <ConfirmPhone phone={waits} onClose={close} onDone={goOn} />}
      {step === 'remove' && phone !== null && <RemovePhone phone={phone} onClose={close} onGone={goOn} />}
    </SettingRow>
  )
}
