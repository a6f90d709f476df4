import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'
import { IconButton } from './icon-button'

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
        <Base.Backdrop className="scrim" />
        <Base.Popup
          aria-label={label}
          className={classNames('drawer', side === 'right' && 'right', className)}
        >
          <div className="row between hd">
            {title ?? <span />}
            <Base.Close render={<IconButton size="sm" label="Close" icon={X} tooltip={false} />} />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
