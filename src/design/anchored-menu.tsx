import { Menu as Base } from '@base-ui/react/menu'
import { useEffect } from 'react'
import { type MenuItem, MenuItems } from './menu-items'
import styles from './menu.module.css'

type AnchoredMenuProps = {
  label: string
  /** Where it opens; focus returns there unless what was chosen has taken it. */
  anchor: HTMLElement
  items: readonly MenuItem[]
  onClose: () => void
  align?: 'start' | 'end' | undefined
  /** Where focus goes when it closes; false: it stays where what was chosen has put it. */
  returnFocus: () => HTMLElement | false
}

/** One menu for a list in which each row could open it: a menu in each of hundreds of rows would weigh too much. */
export function AnchoredMenu({
  label,
  anchor,
  items,
  onClose,
  align = 'end',
  returnFocus,
}: AnchoredMenuProps) {
  useEffect(() => {
    anchor.setAttribute('aria-expanded', 'true')
    return () => anchor.removeAttribute('aria-expanded')
  }, [anchor])
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={styles.menu} aria-label={label} finalFocus={returnFocus}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
