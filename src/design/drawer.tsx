import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'
import { IconButton } from './icon-button'
import styles from './dialog.module.css'

type DrawerProps = {
  /** Its name for screen readers. */
  label: string
  /** What stands in the head, left of Close: the logo, a heading. */
  title?: ReactNode | undefined
  /** `left` is the menu (18rem), `right` a panel (27rem, the whole screen on a phone). */
  side?: 'left' | 'right' | undefined
  trigger?: ReactElement<Record<string, unknown>> | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/** A modal at the edge of the screen. Keeps focus, closes by Escape and by the scrim, gives focus back. */
export function Drawer(props: DrawerProps) {
  const { label, title, side = 'left', trigger, open, onOpenChange, className, children } = props
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={classNames('scrim', styles.backdrop)} />
        <Base.Popup
          aria-label={label}
          className={classNames('drawer', styles.drawer, side === 'right' && styles.right, className)}
        >
          <div className={classNames('row between hd', styles.head)}>
            {title ?? <span />}
            <Base.Close render={<IconButton size="sm" label="Close" icon={X} tooltip={false} />} />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
