import { Copy, EyeOff, Flag, Gavel, Pencil, Trash2, User, UserRoundX, VolumeX } from 'lucide-react'
import { useRef } from 'react'
import { AnchoredMenu } from '~/design/anchored-menu'
import type { MenuItem } from '~/design/menu-items'
import { notify } from '~/design/toast'
import type { ChatMessage, RoomDetail } from '../../contract-shapes'
import { useHidePerson } from '../moderation/actions/use-hide-person'
import { getSenderName } from './listed-message'
import type { OpenOverlay, MessageOverlay } from './message-overlay'

type MessageMenuProps = {
  message: ChatMessage
  anchor: HTMLElement
  room: RoomDetail
  meId: string
  onOpen: OpenOverlay
}

export default function MessageMenu({ message, anchor, room, meId, onOpen }: MessageMenuProps) {
  const hidePerson = useHidePerson()
  const chosen = useRef<MessageOverlay['kind']>(undefined)
  const { sender, content } = message
  const choose = (kind: 'edit' | 'delete' | 'report' | 'hide' | 'mute' | 'ban') => () => {
    chosen.current = kind
    onOpen({ kind, message })
  }
  const choosePerson = () => {
    chosen.current = 'person'
    onOpen({ kind: 'person', message, anchor })
  }
  const copy: MenuItem[] =
    content === null ? [] : [{ label: 'Copy text', icon: Copy, onSelect: () => void copyText(content) }]
  const createOwnItems = (): MenuItem[] => [
    ...(content !== null && !message.isHidden && room.writeRestriction === null
      ? [{ label: 'Edit', icon: Pencil, onSelect: choose('edit') }]
      : []),
    ...copy,
    { label: 'Delete', icon: Trash2, danger: true, onSelect: choose('delete') },
  ]
  const createOthersItems = (): MenuItem[] => [
    ...copy,
    ...(sender ? createSenderItems(sender) : []),
    ...(room.canModerate ? createModerationItems() : []),
  ]
  const createSenderItems = (person: NonNullable<ChatMessage['sender']>): MenuItem[] => {
    const isHidden = room.hiddenPeople.includes(person.id)
    return [
      { label: `About ${getSenderName(person)}`, icon: User, onSelect: choosePerson },
      { label: 'Report…', icon: Flag, onSelect: choose('report') },
      {
        label: isHidden ? 'Show their messages' : 'Hide their messages',
        icon: UserRoundX,
        onSelect: () => hidePerson({ personId: person.id, name: getSenderName(person), isHidden: !isHidden }),
      },
    ]
  }
  const createModerationItems = (): MenuItem[] => [
    { separator: 'moderation' },
    { label: message.isHidden ? 'Show again' : 'Hide message', icon: EyeOff, onSelect: choose('hide') },
    ...(sender
      ? [
          { label: 'Mute', icon: VolumeX, onSelect: choose('mute') },
          { label: 'Ban', icon: Gavel, danger: true, onSelect: choose('ban') },
        ]
      : []),
  ]
  const isOwn = sender?.id === meId
  return (
    <AnchoredMenu
      label={isOwn ? 'Your message' : `Message from ${getSenderName(sender)}`}
      anchor={anchor}
      items={isOwn ? createOwnItems() : createOthersItems()}
      align={isOwn ? 'end' : 'start'}
      // If an action was chosen, it has already replaced the menu.
      onClose={() => chosen.current === undefined && onOpen(undefined)}
      returnFocus={() => (chosen.current === 'edit' ? false : anchor)}
    />
  )
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success('Copied')
  } catch {
    // No permission, or not served over https.
    notify.error('Your browser blocked copying. Select the text and copy it yourself.')
  }
}
