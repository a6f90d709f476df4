import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import type { OwnAccount } from '../../contract-account'
import { PHONES_OFF } from '../../rules/sentences'
import { ConfirmPhone, GiveNumber, GiveUpPhone, RemovePhone, SendCode } from './phone-steps'
import { SettingRow } from './setting-row'

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
          {newPhone !== null && <GiveUpPhone />}
          {phone !== null && newPhone === null && (
            <Button size="sm" variant="ghost" aria-label="Remove phone" onClick={() => setStep('remove')}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {step === 'number' && <GiveNumber onSent={() => setStep('code')} onClose={close} />}
      {step === 'code' && waits !== null && <ConfirmPhone phone={waits} onClose={close} />}
      {step === 'remove' && phone !== null && <RemovePhone phone={phone} onClose={close} />}
    </SettingRow>
  )
}

function phoneWords({ phone, newPhone, hasTextMessages }: OwnAccount): string {
  if (phone === null && newPhone === null) return hasTextMessages ? 'None' : PHONES_OFF
  if (phone !== null && newPhone !== null) return `${phone}, to become ${newPhone}`
  return phone ?? newPhone ?? ''
}
