import { useState } from 'react'
import { CopyButton } from '~/design/copy-button'
import { errorMessage } from '~/platform/rpc/errors'
import { CodeDialog } from './code-dialog'
import { useFirstAnswer } from './use-first-answer'

export type NewAuthenticator = {
  factorId: string
  /** Base32. */
  secret: string
  /** For an app on this very device. */
  uri: string
  /** An SVG document. */
  qr: string
}

type AddAuthenticatorProps = {
  app: NewAuthenticator
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** What the app has to read, as a picture, as a link and as letters, and the first code that it shows. */
export function AddAuthenticator({ app, onDone, onClose }: AddAuthenticatorProps) {
  const { factorId, secret, uri, qr } = app
  const [error, setError] = useState<string>()
  const verify = useFirstAnswer({
    factorId,
    onDone,
    onFailed: (failure) => setError(errorMessage(failure)),
  })
  return (
    <CodeDialog
      title="Add an authenticator app"
      description="Scan this with the app, then enter the six digits that it shows."
      actLabel="Add"
      busy={verify.isPending && 'Adding'}
      error={error}
      onSubmit={verify.mutate}
      onClose={onClose}
    >
      <div className="set-qr">
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
        />
        <div className="stack">
          <p className="small m2">
            <a className="link set-app" href={uri}>
              Open the app on this device
            </a>
          </p>
          <p className="small m2">No camera? Type this key into the app:</p>
          <p className="code set-key">{secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</p>
          <CopyButton className="set-start" size="sm" value={secret} label="Copy the key" />
        </div>
      </div>
    </CodeDialog>
  )
}
