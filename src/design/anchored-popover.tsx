import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './menu.module.css'

interface AnchoredPopoverProps {
  label: string
  anchor: HTMLElement
  className?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A panel next to `anchor`. One instance serves all rows of a list. */
export function AnchoredPopover({ label, anchor, className, onClose, children }: AnchoredPopoverProps) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          align="start"
          sideOffset={8}
          collisionPadding={8}
        >
          <Base.Popup
            className={classNames(styles.popover, className)}
            aria-label={label}
            finalFocus={() => anchor}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
