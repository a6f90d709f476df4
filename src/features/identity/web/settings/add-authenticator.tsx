import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { CopyButton } from '~/design/copy-button'
import { errorMessage } from '~/platform/rpc/errors'
import { CodeDialog } from './code-dialog'
import { useFactorCode } from './use-factor-code'
import styles from './settings-parts.module.css'

export type NewAuthenticator = {
  factorId: string
  /** Base32. */
  secret: string
  uri: string
  /** An SVG document. */
  qr: string
}

type AddAuthenticatorProps = {
  app: NewAuthenticator
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

export function AddAuthenticator({ app, onDone, onClose }: AddAuthenticatorProps) {
  const { factorId, secret, uri, qr } = app
  const [error, setError] = useState<string>()
  const verify = useFactorCode({
    factorId,
    onDone,
    onFailed: (failure) => setError(errorMessage(failure)),
  })
  return (
    <CodeDialog
      title="Add an authenticator app"
      description="Scan this with the app, then enter the six-digit code it shows."
      actionLabel="Add"
      busy={verify.isPending && 'Adding'}
      error={error}
      onSubmit={verify.mutate}
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
