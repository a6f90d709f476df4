import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { RoomsPane } from './rooms-pane'
import { useKeyboardRoom } from './use-keyboard-room'
import './rooms.css'

type ChatScreenProps = {
  q: string | undefined
  onSearchChange: (q: string | undefined) => void
  /** Of the room in the address, also when there is no such room. */
  roomId: string | undefined
  onCreated: (roomId: string) => void
  children: ReactNode
}

/** The rooms and one of them, side by side; on a phone one after the other. */
export function ChatScreen({ q, onSearchChange, roomId, onCreated, children }: ChatScreenProps) {
  useKeyboardRoom()
  return (
    <div className={classNames('cw', roomId !== undefined && 'in-room')}>
      <RoomsPane q={q} onSearchChange={onSearchChange} currentRoomId={roomId} onCreated={onCreated} />
      {children}
    </div>
  )
}
