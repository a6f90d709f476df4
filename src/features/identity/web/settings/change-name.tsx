import { useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { FULL_NAME_MAX } from '../../rules/person-name'
import { identity } from '../queries'
import { NameDialog } from './name-dialog'
import { useChange } from './use-change'

/** On tickets, in the bar, in mails. */
export function ChangeName({ name, onClose }: { name: string; onClose: () => void }) {
  const [error, setError] = useState<string>()
  const rename = useChange({
    call: (fullName: string) => identity.account.rename.call({ fullName }),
    onDone: ({ fullName }) => {
      onClose()
      notify.success(`You are ${fullName} here now.`)
    },
    onFailed: (failure) => setError(fieldErrors(failure)['fullName'] ?? errorMessage(failure)),
  })
  return (
    <NameDialog
      title="Change your name"
      label="Full name"
      empty="Enter your name."
      autoComplete="name"
      name={name}
      max={FULL_NAME_MAX}
      busy={rename.isPending && 'Saving'}
      error={error}
      onSubmit={rename.mutate}
      onClose={onClose}
    />
  )
}
