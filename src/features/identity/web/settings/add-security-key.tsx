import { useState } from 'react'
import { errorMessage } from '~/platform/rpc/errors'
import { FRIENDLY_NAME_MAX } from '../../rules/factor'
import { identity } from '../queries'
import { NameDialog } from './name-dialog'
import { useChange } from './use-change'
import { findKeyErrorMessage, makeKey } from './web-authn'

type AddSecurityKeyProps = {
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** Dialog to add a security key: asks for a name, then for the key. */
export function AddSecurityKey({ onDone, onClose }: AddSecurityKeyProps) {
  const [error, setError] = useState<string>()
  const add = useChange({
    call: addKey,
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    onFailed: (failure) => setError(findKeyErrorMessage(failure) ?? errorMessage(failure)),
  })
  return (
    <NameDialog
      title="Add a security key"
      description="Give it a name, then touch the key when your browser asks."
      label="Name"
      empty="Enter a name."
      name=""
      max={FRIENDLY_NAME_MAX}
      actionLabel="Continue"
      busy={add.isPending && 'Waiting for the key'}
      error={error}
      onSubmit={add.mutate}
      onClose={onClose}
    />
  )
}

async function addKey(name: string) {
  const { factorId } = await identity.factors.enrollSecurityKey.call({ name })
  const { challengeId, creation } = await identity.factors.challenge.call({ factorId })
  if (creation === null) throw new Error('The challenge for a new security key has no creation options')
  return identity.factors.verify.call({ factorId, challengeId, registration: await makeKey(creation) })
}
