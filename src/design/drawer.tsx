import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { IconButton } from './icon-button'
import { Modal, type ModalProps } from './modal'
import styles from './dialog.module.css'

type DrawerProps = ModalProps & {
  label: string
  /** Header content left of Close: the logo, a heading. */
  title?: ReactNode | undefined
  /** `left` is the menu (18rem), `right` a panel (27rem, full screen on a phone). */
  side?: 'left' | 'right' | undefined
  className?: string | undefined
  children: ReactNode
}

/** A modal at the edge of the screen. Traps focus, closes with Escape or the scrim, and returns focus. */
export function Drawer(props: DrawerProps) {
  const { label, title, side = 'left', trigger, open, onOpenChange, className, children } = props
  return (
    <Modal trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <Base.Popup
        aria-label={label}
        className={classNames(styles.drawer, side === 'right' && styles.right, className)}
      >
        <div className={classNames('row between', styles.head)}>
          {title ?? <span />}
          <Base.Close render={<IconButton size="sm" label="Close" icon={X} tooltip={false} />} />
        </div>
        {children}
      </Base.Popup>
    </Modal>
  )
}
