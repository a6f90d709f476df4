import { useRef, useState } from 'react'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { OwnAccount } from '../../contract-account'
import { findEmailProblem } from '../form-problems'
import { identity } from '../queries'
import { AccountChangeDialog } from './account-change-dialog'
import { useChange } from './use-change'

/** Dialog for an email change. Nothing changes before both addresses have confirmed. */
export function ChangeEmail({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { email, isEmailVerified } = account
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const request = useChange({
    call: (wanted: string) => identity.account.requestEmail.call({ email: wanted }),
    onDone: () => {
      onClose()
      notify.success('Check your email.')
    },
    onFailed: (failure) => setError(fieldErrors(failure)['email'] ?? errorMessage(failure)),
  })
  return (
    <AccountChangeDialog
      title={email === null ? 'Add your email' : 'Change your email'}
      description={
        email !== null && isEmailVerified
          ? `We email the new address and ${email}. It changes once you press the link in both emails.`
          : 'We email you a link. The address is yours once you press it.'
      }
      startAt={field}
      actionLabel="Send link"
      busy={request.isPending && 'Sending'}
      onClose={onClose}
      onSubmit={() => {
        const problem = findEmailProblem(typed)
        setError(problem)
        if (problem === undefined) request.mutate(typed)
        else field.current?.focus()
      }}
    >
      <TextField
        ref={field}
        label={email === null ? 'Email' : 'New email'}
        type="email"
        autoComplete="email"
        inputMode="email"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AccountChangeDialog>
  )
}
