import { Menu as Base } from '@base-ui/react/menu'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'

export type MenuAction = {
  label: string
  onSelect: () => void
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
}
/** A separator's text is only its key. */
export type MenuItem = MenuAction | { separator: string }

/** What stands in a menu. */
export function MenuItems({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) =>
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
  )
}
