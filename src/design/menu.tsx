import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { type MenuAction, type MenuItem, MenuItems } from './menu-items'
import styles from './menu.module.css'

export type { MenuAction }

type MenuProps = {
  /** A Button or IconButton (`tooltip={false}`) that names and opens the menu. */
  trigger: ReactElement<Record<string, unknown>>
  items: readonly MenuItem[]
  align?: 'start' | 'end' | undefined
}

/** A menu. Arrow keys, Home, End and first letters move; Enter chooses; Escape closes and returns focus. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.menu}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
