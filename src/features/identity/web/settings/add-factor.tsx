import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { Menu } from '~/design/menu'
import { notify } from '~/design/toast'
import { type FactorKind, FRIENDLY_NAME_MAX } from '../../rules/factor'
import { identity } from '../queries'
import { useFactorVerification } from '../use-factor-challenges'
import { AddPhoneFactor } from './add-phone-factor'
import { factorKinds } from './factor-row'
import { factorsQuery } from './settings-queries'
import { useChange } from './use-change'
import { useSupportsPasskeys, findKeyErrorMessage, createCredential } from './web-authn'
import { getErrorMessage } from '~/platform/rpc/errors'
import { NameDialog } from './name-dialog'
import { classNames } from '~/design/class-names'
import { CopyButton } from '~/design/copy-button'
import { CodeDialog } from './code-dialog'
import styles from './settings-parts.module.css'

type NewAuthenticator = {
  factorId: string
  /** The secret in Base32, for people who type it instead of scanning the QR code. */
  secret: string
  uri: string
  /** The QR code, as an SVG document. */
  qr: string
}

type AddAuthenticatorProps = {
  app: NewAuthenticator
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

type AddSecurityKeyProps = {
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

type AddFactorProps = {
  /** Whether no factor has been added yet. */
  isFirst: boolean
  /** Receives the ten recovery codes if this was the first factor. */
  onCodes: (codes: readonly string[]) => void
}

/** Menu of the factors that this site and browser support, with the dialogs that add them. */
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
    focusIfFocusLost(() => trigger.current)
  }
  const createAddedHandler = (kind: FactorKind) => (codes: readonly string[] | null) => {
    close()
    // No toast with recovery codes: it would cover the buttons of their dialog.
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
      {isFirst && <p className="small muted">Adding your first one signs out every other session.</p>}
      {adding === 'totp' && app && (
        <AddAuthenticator app={app} onDone={createAddedHandler('totp')} onClose={close} />
      )}
      {adding === 'phone' && <AddPhoneFactor onDone={createAddedHandler('phone')} onClose={close} />}
      {adding === 'webauthn' && <AddSecurityKey onDone={createAddedHandler('webauthn')} onClose={close} />}
    </>
  )
}

/** Dialog to add a security key: asks for a name, then for the key. */
function AddSecurityKey({ onDone, onClose }: AddSecurityKeyProps) {
  return (
    <NameDialog
      title="Add a security key"
      description="Give it a name, then touch the key when your browser asks."
      name=""
      max={FRIENDLY_NAME_MAX}
      actionLabel="Continue"
      busyLabel="Waiting for the key"
      save={addSecurityKey}
      getMessage={(error) => findKeyErrorMessage(error) ?? getErrorMessage(error)}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    />
  )
}

async function addSecurityKey(name: string) {
  const { factorId } = await identity.factors.enrollSecurityKey.call({ name })
  const { challengeId, creation } = await identity.factors.challenge.call({ factorId })
  if (creation === null) throw new Error('The challenge for a new security key has no creation options')
  return identity.factors.verify.call({
    factorId,
    challengeId,
    registration: await createCredential(creation),
  })
}

function AddAuthenticator({ app, onDone, onClose }: AddAuthenticatorProps) {
  const { factorId, secret, uri, qr } = app
  const [error, setError] = useState<string>()
  const { verify } = useFactorVerification({ factor: { id: factorId, kind: 'totp' } })
  const add = useChange({
    call: (code: string) => verify({ code }),
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    onFailed: (failure) => setError(getErrorMessage(failure)),
  })
  return (
    <CodeDialog
      title="Add an authenticator app"
      description="Scan this with the app, then enter the six-digit code it shows."
      actionLabel="Add"
      busy={add.isPending && 'Adding'}
      error={error}
      onSubmit={add.mutate}
      onClose={onClose}
    >
      <div className={styles.authenticator}>
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
        />
        <div className={classNames('stack', styles.withoutCamera)}>
          <p className="small muted">
            <a className={classNames('link', styles.appLink)} href={uri}>
              Open the app on this device
            </a>
          </p>
          <p className="small muted">No camera? Type this key into the app:</p>
          <p className={classNames('code', styles.key)}>{secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</p>
          <CopyButton className={styles.start} size="sm" value={secret} label="Copy the key" />
        </div>
      </div>
    </CodeDialog>
  )
}
