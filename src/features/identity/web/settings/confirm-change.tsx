import type { ComponentProps } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { useIsAsked } from './use-proof'

type ConfirmChangeProps = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'trigger'> & {
  onClose: () => void
}

/** Asks before a change. It makes way while the person is asked who they are, and is there again when they would not say. */
export function ConfirmChange({ onClose, ...dialog }: ConfirmChangeProps) {
  const isAsked = useIsAsked()
  return <ConfirmDialog {...dialog} open={!isAsked} onOpenChange={(isOpen) => !isOpen && onClose()} />
}
