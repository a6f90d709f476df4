import { useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { FRIENDLY_NAME_MAX } from '../../rules/factor'
import { identity } from '../queries'
import { ConfirmChange } from './change-dialogs'
import { type Factor, nameOfFactor } from './factor-row'
import { NameDialog } from './name-dialog'
import { ignoreNotFound, useChange } from './use-change'

export type FactorChoice = { act: 'rename' | 'remove'; factor: Factor }

type FactorDialogsProps = FactorChoice & {
  /** Whether this is the last factor. Removing it turns two-step verification off. */
  isLast: boolean
  onClose: () => void
  /** Called when the factor was removed, and with it the row and its focused button. */
  onRemoval: () => void
}

export function FactorDialogs({ act, ...props }: FactorDialogsProps) {
  return act === 'rename' ? <RenameFactor {...props} /> : <RemoveFactor {...props} />
}

type Props = Omit<FactorDialogsProps, 'act'>

function RenameFactor({ factor, onClose }: Props) {
  const [error, setError] = useState<string>()
  const rename = useChange({
    call: (name: string) => identity.factors.rename.call({ factorId: factor.id, name }),
    onDone: onClose,
    onFailed: (failure) => setError(errorMessage(failure)),
  })
  return (
    <NameDialog
      title="Rename this method"
      label="Name"
      empty="Enter a name."
      name={nameOfFactor(factor)}
      max={FRIENDLY_NAME_MAX}
      busy={rename.isPending && 'Saving'}
      error={error}
      onSubmit={rename.mutate}
      onClose={onClose}
    />
  )
}

function RemoveFactor({ factor, isLast, onClose, onRemoval }: Props) {
  const name = nameOfFactor(factor)
  const remove = useChange({
    call: () => ignoreNotFound(identity.factors.remove.call({ factorId: factor.id })),
    onDone: () => {
      onClose()
      notify.success(`Removed: ${name}`)
      onRemoval()
    },
  })
  return (
    <ConfirmChange
      onClose={onClose}
      title={`Remove ${name}?`}
      description={
        isLast
          ? 'This turns off two-step verification: your password or a code alone signs you in. Your recovery codes stop working.'
          : 'We no longer ask for it. Your other methods stay.'
      }
      confirmLabel="Remove"
      busy={remove.isPending && 'Removing'}
      onConfirm={() => remove.mutate()}
    />
  )
}
