import type { ChatMessage } from '../../contract-shapes'

/** What is open about one message: its menu, the card of its sender, the field that changes it, or a dialog. */
export type Opened =
  | { kind: 'menu' | 'person'; message: ChatMessage; anchor: HTMLElement }
  | { kind: 'edit' | 'delete' | 'report' | 'hide' | 'mute' | 'ban'; message: ChatMessage }

export type Open = (opened: Opened | undefined) => void
