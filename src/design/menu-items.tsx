import { Menu as Base } from '@base-ui/react/menu'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import styles from './menu.module.css'

export type MenuAction = {
  label: string
  onSelect: () => void
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
}
/** The text of a separator is only its key. */
export type MenuItem = MenuAction | { separator: string }

export function MenuItems({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) =>
    'separator' in item ? (
      <Base.Separator key={item.separator} className={styles.separator} />
    ) : (
      <Base.Item
        key={item.label}
        className={classNames(item.danger && styles.danger)}
        disabled={item.disabled ?? false}
        onClick={item.onSelect}
      >
        {item.icon && <Icon of={item.icon} />}
        {item.label}
      </Base.Item>
    ),
  )
}
