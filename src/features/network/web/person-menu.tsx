import { Ban, Ellipsis, Flag, User, UserMinus } from 'lucide-react'
import { IconButton } from '~/design/icon-button'
import { Menu, type MenuAction } from '~/design/menu'

type PersonMenuProps = {
  name: string
  onOpenPage?: (() => void) | undefined
  /** Removes the connection; set only if the reader is connected to the person. */
  onRemove?: (() => void) | undefined
  onReport?: (() => void) | undefined
  onBlock: () => void
  size?: 'sm' | 'md' | 'lg'
}

/** A menu of the less frequent actions for a person, such as Block. */
export default function PersonMenu(props: PersonMenuProps) {
  const { name, onOpenPage, onRemove, onReport, onBlock, size = 'md' } = props
  const items: MenuAction[] = [
    ...(onOpenPage ? [{ label: 'View profile', icon: User, onSelect: onOpenPage }] : []),
    ...(onRemove ? [{ label: 'Remove connection', icon: UserMinus, onSelect: onRemove }] : []),
    ...(onReport ? [{ label: 'Report…', icon: Flag, onSelect: onReport }] : []),
    { label: 'Block', icon: Ban, danger: true, onSelect: onBlock },
  ]
  return (
    <Menu
      trigger={<IconButton label={`More about ${name}`} icon={Ellipsis} tooltip={false} size={size} />}
      items={items}
    />
  )
}
