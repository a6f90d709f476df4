import { Archive, Hash, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { ListedRoom } from '../../contract-shapes'
import { UNREAD_MAX } from '../../rules/chat-limits'
import { getRoomPaperStock } from '../room-paper-stock'
import styles from './rooms-pane.module.css'
import { Dot } from '~/design/dot'

type RoomLinkProps = { room: ListedRoom; href: string; isCurrent: boolean }

export function RoomLink({ room, href, isCurrent }: RoomLinkProps) {
  const hasGenre = room.roomType === 'genre'
  const line = useRef<HTMLAnchorElement>(null)
  // Scroll the open room's link into view: a conversation opened from another page may be outside the visible part of
  // the list.
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <a
        ref={line}
        href={href}
        className={classNames(styles.room, hasGenre && `stock-${getRoomPaperStock(room)}`)}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <RoomIcon room={room} />
        <span className={styles.name}>{room.name}</span>
        {hasGenre && room.genre !== null && <Badge className={styles.genre}>{room.genre}</Badge>}
        {room.isInvited && (
          <Badge tone="blue" className={styles.invited}>
            Invited
          </Badge>
        )}
        {room.unread > 0 && (
          <b className={styles.unread}>
            {formatUnread(room.unread)}
            <VisuallyHidden> unread</VisuallyHidden>
          </b>
        )}
      </a>
    </li>
  )
}

function RoomIcon({ room }: { room: ListedRoom }) {
  if (room.isDirect)
    return <Avatar id={room.direct?.id} name={room.name} imageUrl={room.direct?.avatarUrl} size={24} />
  if (!room.isActive) return <Icon of={Archive} />
  if (room.roomType === 'genre') return <Dot className={styles.dot} />
  return <Icon of={room.roomType === 'private' ? Lock : Hash} />
}

/** Formats `3`, or `99+` from a hundred on. */
export function formatUnread(unread: number): string {
  return unread >= UNREAD_MAX ? '99+' : String(unread)
}
