import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './menu.module.css'

type PopoverProps = {
  label: string
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'center' | 'end' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/** A small panel next to its button. Escape or a press outside closes it; focus returns to the button. */
export function Popover({
  label,
  trigger,
  align = 'start',
  open,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={8} collisionPadding={8}>
          <Base.Popup className={classNames(styles.popover, className)} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
