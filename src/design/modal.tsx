import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import styles from './dialog.module.css'

export type ModalProps = {
  trigger?: ReactElement<Record<string, unknown>> | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

/** Parts of Base UI's dialog, or of its alert dialog, which a press outside doesn't close. */
type Parts = {
  Root: ComponentType<{
    open?: boolean
    onOpenChange: (isOpen: boolean) => void
    children: ReactNode
  }>
  Trigger: ComponentType<{ render: ReactElement<Record<string, unknown>> }>
}

/** The common part of dialogs and drawers: opened by a trigger or controlled by `open`, over a scrim. */
export function Modal({
  parts: { Root, Trigger } = Base,
  trigger,
  open,
  onOpenChange,
  children,
}: ModalProps & { parts?: Parts; children: ReactNode }) {
  return (
    <Root {...(open === undefined ? {} : { open })} onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      {trigger && <Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        {children}
      </Base.Portal>
    </Root>
  )
}
