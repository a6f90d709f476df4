import type { ReactNode } from 'react'
import type { RoomDetail } from '../../contract-shapes'

export type ConversationProps = {
  /** As `rooms.get` answers it, `mayRead` being true. */
  room: RoomDetail
  /** The reader's id. */
  meId: string
  /** Moderators and admins of the site: they mute everywhere, a room's admin in the room. */
  isModerator: boolean
  /** Stands where one would write while `silence` says that one is no member. */
  joinBar?: ReactNode | undefined
}

/** The messages of a room, oldest first, and what one writes them with. */
export function Conversation({ room }: ConversationProps) {
  return <div className="talk" data-room={room.id} />
}
