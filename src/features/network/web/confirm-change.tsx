import { ConfirmDialog } from '~/design/confirm-dialog'
import { useChangeRelation } from './use-change-relation'

/** The changes that need a confirmation. */
export type ConfirmableChange = { personId: string; name: string } & (
  | { kind: 'withdraw' | 'remove'; connectionId: string }
  | { kind: 'block' }
)

const texts = {
  withdraw: {
    title: (name: string) => `Withdraw your request to ${name}?`,
    description: 'It disappears from their list. They aren’t notified.',
    confirmLabel: 'Withdraw request',
  },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    description: 'You’ll no longer be connected. They aren’t notified.',
    confirmLabel: 'Remove connection',
  },
  block: {
    title: (name: string) => `Block ${name}?`,
    description:
      'You’ll no longer see each other, and your connection ends. They aren’t notified. You can unblock them under Network.',
    confirmLabel: 'Block',
  },
}

type ConfirmChangeProps = {
  /** The change to confirm; undefined closes the dialog. */
  pendingChange: ConfirmableChange | undefined
  onClose: () => void
  /** Called after the change succeeded. */
  onDone?: (() => void) | undefined
}

/** Asks for confirmation of a destructive change, then carries it out. */
export default function ConfirmChange({ pendingChange, onClose, onDone }: ConfirmChangeProps) {
  const change = useChangeRelation()
  if (!pendingChange) return null
  const { title, description, confirmLabel } = texts[pendingChange.kind]
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={title(pendingChange.name)}
      description={description}
      confirmLabel={confirmLabel}
      onConfirm={() => {
        onClose()
        // Uses `mutateAsync`, because the callbacks of `mutate` don't run after this dialog has closed.
        change.mutateAsync(pendingChange).then(onDone, () => undefined)
      }}
    />
  )
}
