import { Menu as Base } from '@base-ui/react/menu'
import { useEffect } from 'react'
import { type MenuItem, MenuItems } from './menu-items'
import styles from './menu.module.css'

type AnchoredMenuProps = {
  label: string
  /** The element next to which the menu opens. */
  anchor: HTMLElement
  items: readonly MenuItem[]
  onClose: () => void
  align?: 'start' | 'end' | undefined
  /** Returns the element to focus when the menu closes; false leaves the focus where the chosen action put it. */
  returnFocus: () => HTMLElement | false
}

/** One menu shared by all rows of a list: a menu per row would be too heavy in lists of hundreds. */
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
