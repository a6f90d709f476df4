import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { focusWhenFree } from '~/design/focus-when-free'
import { Menu } from '~/design/menu'
import { notify } from '~/design/toast'
import type { FactorKind } from '../../rules/factor'
import { identity } from '../queries'
import { AddAuthenticator, type NewAuthenticator } from './add-authenticator'
import { AddPhoneFactor } from './add-phone-factor'
import { AddSecurityKey } from './add-security-key'
import { factorKinds } from './factor-row'
import { factorsQuery } from './settings-queries'
import { useChange } from './use-change'
import { useSupportsPasskeys } from './web-authn'

type AddFactorProps = {
  /** No factor has been added yet. */
  isFirst: boolean
  /** Receives the ten recovery codes that come with the first factor. */
  onCodes: (codes: readonly string[]) => void
}

/** A menu of the kinds of factors that this site and browser support, with the dialogs to add each. */
export function AddFactor({ isFirst, onCodes }: AddFactorProps) {
  const { hasTextMessages } = useSuspenseQuery(factorsQuery()).data
  const supportsPasskeys = useSupportsPasskeys()
  const [adding, setAdding] = useState<FactorKind>()
  const [app, setApp] = useState<NewAuthenticator>()
  const trigger = useRef<HTMLButtonElement>(null)
  const enroll = useChange({
    call: () => identity.factors.enrollTotp.call({}),
    onDone: (fresh) => {
      setApp(fresh)
      setAdding('totp')
    },
  })
  const close = () => {
    setAdding(undefined)
    focusWhenFree(() => trigger.current)
  }
  const createDoneHandler = (kind: FactorKind) => (codes: readonly string[] | null) => {
    close()
    // A toast would cover the buttons under the codes.
    if (codes) onCodes(codes)
    else notify.success(`${factorKinds[kind].label} added`)
  }
  const toItem = (kind: FactorKind, onSelect: () => void) => ({ ...factorKinds[kind], onSelect })
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            ref={trigger}
            variant="outline"
            size="sm"
            icon={Plus}
            busy={enroll.isPending && 'One moment'}
          >
            {isFirst ? 'Set up two-step verification' : 'Add another'}
          </Button>
        }
        items={[
          toItem('totp', () => enroll.mutate()),
          ...(hasTextMessages ? [toItem('phone', () => setAdding('phone'))] : []),
          ...(supportsPasskeys ? [toItem('webauthn', () => setAdding('webauthn'))] : []),
        ]}
      />
      {isFirst && <p className="small muted">Your first one signs out every other session.</p>}
      {adding === 'totp' && app && (
        <AddAuthenticator app={app} onDone={createDoneHandler('totp')} onClose={close} />
      )}
      {adding === 'phone' && <AddPhoneFactor onDone={createDoneHandler('phone')} onClose={close} />}
      {adding === 'webauthn' && <AddSecurityKey onDone={createDoneHandler('webauthn')} onClose={close} />}
    </>
  )
}
