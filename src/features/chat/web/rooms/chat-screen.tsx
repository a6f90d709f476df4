import { type ReactNode, useRef, useEffect } from 'react'
import { classNames } from '~/design/class-names'
import { RoomsPane } from './rooms-pane'
import { usePhoneFocus } from './use-phone-focus'
import styles from './rooms-pane.module.css'

type ChatScreenProps = {
  q: string | undefined
  onSearchChange: (q: string | undefined) => void
  /** The room's id in the page's URL, even if that room does not exist. */
  roomId: string | undefined
  onCreated: (roomId: string) => void
  children: ReactNode
}

export function ChatScreen({ q, onSearchChange, roomId, onCreated, children }: ChatScreenProps) {
  const screen = useRef<HTMLDivElement>(null)
  useKeyboardRoom()
  usePhoneFocus(screen, roomId)
  return (
    <div
      ref={screen}
      className={classNames(styles.screen, roomId !== undefined && styles.inRoom)}
      tabIndex={-1}
    >
      {/* On a phone, an open room replaces the list with the heading. */}
      {roomId !== undefined && <h1 className="visually-hidden phone-only">Chat</h1>}
      <RoomsPane q={q} onSearchChange={onSearchChange} currentRoomId={roomId} onCreated={onCreated} />
      {children}
    </div>
  )
}

/**
 * Phones lay their keyboard over the page without resizing it. While mounted, this sets `--keyboard` on the root to the
 * keyboard's height, so that the composer stays above it.
 */
function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const root = document.documentElement
    const measure = () => {
      // Pinch zoom also shrinks the visual viewport, without a keyboard.
      const hidden = view.scale > 1.01 ? 0 : Math.round(window.innerHeight - view.height)
      root.style.setProperty('--keyboard', `${Math.max(0, hidden)}px`)
    }
    measure()
    view.addEventListener('resize', measure)
    return () => {
      view.removeEventListener('resize', measure)
      root.style.removeProperty('--keyboard')
    }
  }, [])
}
