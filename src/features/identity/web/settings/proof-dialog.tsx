import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { FormDialog } from '~/design/form-dialog'
import { PasswordField } from '~/design/password-field'
import { errorMessage } from '~/platform/rpc/errors'
import { identity } from '../queries'
import { CodeDialog } from './code-dialog'
import { accountQuery } from './settings-queries'

type ProofDialogProps = { onProven: () => void; onClose: () => void }

/** Is it really the person who is signed in? By the password, or by a code to where they are reached when there is none. */
export function ProofDialog(props: ProofDialogProps) {
  const { hasPassword, codeGoesTo } = useSuspenseQuery(accountQuery()).data
  const [byCode, setByCode] = useState(!hasPassword)
  if (codeGoesTo === null && !hasPassword) return <Unreachable onClose={props.onClose} />
  return byCode ? (
    <ByCode {...props} />
  ) : (
    <ByPassword {...props} {...(codeGoesTo && { onForgotten: () => setByCode(true) })} />
  )
}

const title = 'Is it you?'

function ByPassword({ onProven, onClose, onForgotten }: ProofDialogProps & { onForgotten?: () => void }) {
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const give = useMutation(identity.proof.give.mutationOptions({ onSuccess: onProven }))
  const error = isMissing ? 'Enter your password.' : give.error ? errorMessage(give.error) : undefined
  return (
    <FormDialog
      title={title}
      description="This changes how you get in, so we ask once more."
      startAt={field}
      actLabel="Go on"
      busy={give.isPending && 'Checking'}
      onClose={onClose}
      onSubmit={() => {
        setIsMissing(password === '')
        if (password !== '') give.mutate({ password }, { onError: () => field.current?.select() })
        else field.current?.focus()
      }}
    >
      <PasswordField
        ref={field}
        label="Password"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => setPassword(event.target.value)}
      />
      {onForgotten && (
        <Button className="set-start" size="sm" variant="ghost" onClick={onForgotten}>
          Use a code instead
        </Button>
      )}
    </FormDialog>
  )
}

function ByCode({ onProven, onClose }: ProofDialogProps) {
  const send = useMutation(identity.account.reauthenticate.mutationOptions())
  const give = useMutation(identity.proof.give.mutationOptions({ onSuccess: onProven }))
  const { mutate } = send
  useEffect(() => mutate(), [mutate])
  const failure = give.error ?? send.error
  return (
    <CodeDialog
      title={title}
      description={
        send.data === undefined
          ? 'This changes how you get in, so we ask once more.'
          : `This changes how you get in, so we ask once more. We sent six digits to ${send.data.to}.`
      }
      actLabel="Go on"
      busy={give.isPending && 'Checking'}
      error={failure ? errorMessage(failure) : undefined}
      resend={{ busy: send.isPending, onResend: () => mutate() }}
      onSubmit={(code) => give.mutate({ code })}
      onClose={onClose}
    />
  )
}

/** Neither a password nor anywhere to send a code: what opened this session is the only thing that can be shown. */
function Unreachable({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description="This changes how you get in. You have no password, and no code can reach you: sign out, sign in again the way you came, and do it then."
      actions={<Button onClick={onClose}>Close</Button>}
    />
  )
}
