import { ArrowDown, ArrowUp, Ellipsis, Eye, EyeOff, Link, PenLine, Trash2 } from 'lucide-react'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import type { MenuItem } from '~/design/menu-items'
import type { TicketTypeRow } from '../../contract-types'
import { copyCodeLink } from './copy-code-link'

/** Actions on a ticket type that have no field in its row. */
export function TypeMenu(props: {
  type: TicketTypeRow
  eventId: string
  at: number
  count: number
  canRemove: boolean
  onDescribe: () => void
  onHide: () => void
  onShow: () => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const { type, eventId, at, count, canRemove, onDescribe, onHide, onShow, onMove, onRemove } = props
  const { accessCode } = type
  const items: MenuItem[] = [
    { label: 'Description', icon: PenLine, onSelect: onDescribe },
    { label: accessCode === null ? 'Hide behind a code' : 'Change code', icon: EyeOff, onSelect: onHide },
    ...(accessCode === null
      ? []
      : [
          { label: 'Copy link', icon: Link, onSelect: () => copyCodeLink(eventId, accessCode) },
          { label: 'Show to everyone', icon: Eye, onSelect: onShow },
        ]),
    { label: 'Move up', icon: ArrowUp, disabled: at === 0, onSelect: () => onMove(at - 1) },
    { label: 'Move down', icon: ArrowDown, disabled: at === count - 1, onSelect: () => onMove(at + 1) },
  ]
  if (canRemove)
    items.push(
      { separator: 'remove' },
      {
        label: type.canBeRemoved ? 'Remove' : 'Already ordered, so it can’t be removed',
        icon: Trash2,
        danger: type.canBeRemoved,
        disabled: !type.canBeRemoved,
        onSelect: onRemove,
      },
    )
  return (
    <Menu
      trigger={<IconButton size="sm" label={`More for ${type.name}`} icon={Ellipsis} tooltip={false} />}
      items={items}
    />
  )
}
