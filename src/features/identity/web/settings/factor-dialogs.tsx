import { notify } from '~/design/toast'
import { FRIENDLY_NAME_MAX } from '../../rules/factor'
import { identity } from '../queries'
import { ConfirmChange } from './change-dialogs'
import { type Factor, nameOfFactor } from './factor-row'
import { NameDialog } from './name-dialog'
import { ignoreNotFound } from './use-change'

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
  return (
    <NameDialog
      title="Rename this method"
      name={nameOfFactor(factor)}
      max={FRIENDLY_NAME_MAX}
      save={(name) => identity.factors.rename.call({ factorId: factor.id, name })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

function RemoveFactor({ factor, isLast, onClose, onRemoval }: Props) {
  const name = nameOfFactor(factor)
  return (
    <ConfirmChange
      title={`Remove ${name}?`}
      description={
        isLast
          ? 'This turns off two-step verification: your password or a code alone signs you in. Your recovery codes stop working.'
          : 'We no longer ask for it. Your other methods stay.'
      }
      confirmLabel="Remove"
      busyLabel="Removing"
      change={() => ignoreNotFound(identity.factors.remove.call({ factorId: factor.id }))}
      onDone={() => {
        notify.success(`Removed: ${name}`)
        onRemoval()
      }}
      onClose={onClose}
    />
  )
}
