import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'

export type MenuAction = {
  label: string
  onSelect: () => void
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
}

type MenuProps = {
  /** A Button or IconButton (`tooltip={false}`): it is named, and opens the menu. */
  trigger: ReactElement<Record<string, unknown>>
  /** A separator's text is only its key. */
  items: readonly (MenuAction | { separator: string })[]
  align?: 'start' | 'end' | undefined
}

/** Arrow keys, Home, End and first letters move; Enter chooses; Escape closes and gives focus back. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="float" align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="menu">
            {items.map((item) =>
              'separator' in item ? (
                <Base.Separator key={item.separator} className="sep" />
              ) : (
                <Base.Item
                  key={item.label}
                  className={classNames(item.danger && 'dan')}
                  disabled={item.disabled ?? false}
                  onClick={item.onSelect}
                >
                  {item.icon && <Icon of={item.icon} />}
                  {item.label}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
