import { Ellipsis, Pencil, X } from 'lucide-react'
import { Badge } from '~/design/badge'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import type { Guest } from '../../contract-attendees'
import { guestPresence } from './attendees-words'

type GuestRowProps = { guest: Guest; onEdit: () => void; onRemove: () => void }

export function GuestRow({ guest, onEdit, onRemove }: GuestRowProps) {
  const { name, plusOnes, guestOf, arrived } = guest
  const presence = guestPresence(guest)
  return (
    <tr data-row>
      <td className="txt">
        <b className="b">{name}</b> {plusOnes > 0 && <span className="num m2">+{plusOnes}</span>}
      </td>
      <td className="txt m2">{guestOf}</td>
      <td>
        <Badge tone={presence.tone}>{presence.words}</Badge>
      </td>
      <td className="act">
        <Menu
          trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={Ellipsis} tooltip={false} />}
          items={[
            { label: 'Edit', icon: Pencil, onSelect: onEdit },
            // Guests who checked in stay on the list: a door has counted them.
            { label: 'Take off the list', icon: X, danger: true, disabled: arrived > 0, onSelect: onRemove },
          ]}
        />
      </td>
    </tr>
  )
}
