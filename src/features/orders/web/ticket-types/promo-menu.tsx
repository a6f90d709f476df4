import { CircleStop, Ellipsis, Link, PenLine, Trash2 } from 'lucide-react'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import type { PromoRow } from '../../contract-types'
import { copyCodeLink } from './copy-code-link'

export function PromoMenu(props: {
  promo: PromoRow
  eventId: string
  onEdit: () => void
  onStop: () => void
  onRemove: () => void
}) {
  const { promo, eventId, onEdit, onStop, onRemove } = props
  return (
    <Menu
      trigger={<IconButton size="sm" label={`More for ${promo.code}`} icon={Ellipsis} tooltip={false} />}
      items={[
        { label: 'Edit', icon: PenLine, onSelect: onEdit },
        { label: 'Copy its link', icon: Link, onSelect: () => copyCodeLink(eventId, promo.code) },
        { label: 'Stop', icon: CircleStop, disabled: promo.state === 'over', onSelect: onStop },
        { separator: 'remove' },
        {
          label: promo.canBeRemoved ? 'Remove' : 'Used, so it stays',
          icon: Trash2,
          danger: promo.canBeRemoved,
          disabled: !promo.canBeRemoved,
          onSelect: onRemove,
        },
      ]}
    />
  )
}
