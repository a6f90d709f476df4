import type { ComponentProps } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { useIsAsked } from './use-proof'

type ConfirmChangeProps = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'trigger'> & {
  onClose: () => void
}

/** Confirmation dialog for a change. Hidden while the person reauthenticates, and shown again if they cancel. */
export function ConfirmChange({ onClose, ...dialog }: ConfirmChangeProps) {
  const isAsked = useIsAsked()
  return <ConfirmDialog {...dialog} open={!isAsked} onOpenChange={(isOpen) => !isOpen && onClose()} />
}
