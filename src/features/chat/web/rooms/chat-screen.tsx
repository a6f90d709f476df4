import { type ReactNode, useRef } from 'react'
import { classNames } from '~/design/class-names'
import { RoomsPane } from './rooms-pane'
import { useKeyboardRoom } from './use-keyboard-room'
import { usePhoneFocus } from './use-phone-focus'
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
  const screen = useRef<HTMLDivElement>(null)
  useKeyboardRoom()
  usePhoneFocus(screen, roomId)
  return (
    <div ref={screen} className={classNames('cw', roomId !== undefined && 'in-room')} tabIndex={-1}>
      <RoomsPane q={q} onSearchChange={onSearchChange} currentRoomId={roomId} onCreated={onCreated} />
      {children}
    </div>
  )
}
