import type { ChatMessage } from '../../contract-shapes'

/** What is open for a message: its menu, the sender's card, the edit field, or a dialog. */
export type MessageOverlay =
  | { kind: 'menu' | 'person'; message: ChatMessage; anchor: HTMLElement }
  | { kind: 'edit' | 'delete' | 'report' | 'hide' | 'mute' | 'ban'; message: ChatMessage }

export type OpenOverlay = (overlay: MessageOverlay | undefined) => void
