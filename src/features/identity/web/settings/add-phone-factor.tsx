import { useState } from 'react'
import { getFactorErrorMessage } from '../factor-messages'
import { identity } from '../queries'
import { PhoneCodeDialog, PhoneNumberDialog } from './phone-dialogs'

type AddPhoneFactorProps = {
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

type Sent = { factorId: string; challengeId: string; phone: string }

/** Dialog to add a phone as a factor: asks for the number, then for the code sent to it. */
export function AddPhoneFactor({ onDone, onClose }: AddPhoneFactorProps) {
  const [sent, setSent] = useState<Sent>()
  if (sent === undefined)
    return (
      <PhoneNumberDialog
        title="Add your phone"
        description="We text you a code whenever you sign in. An authenticator app is safer, and works without a network."
        sendCode={enrollPhone}
        onSent={setSent}
        onClose={onClose}
      />
    )
  const { factorId, challengeId, phone } = sent
  return (
    <PhoneCodeDialog
      phone={phone}
      actionLabel="Add"
      busyLabel="Adding"
      verify={(code) => identity.factors.verify.call({ factorId, challengeId, code })}
      sendAgain={async () => setSent(await challengePhone(factorId, phone))}
      getMessage={(error) => getFactorErrorMessage(error, 'phone')}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    />
  )
}

async function enrollPhone(phone: string): Promise<Sent> {
  const { factorId } = await identity.factors.enrollPhone.call({ phone })
  return challengePhone(factorId, phone)
}

async function challengePhone(factorId: string, phone: string): Promise<Sent> {
  const { challengeId } = await identity.factors.challenge.call({ factorId })
  return { factorId, challengeId, phone }
}
