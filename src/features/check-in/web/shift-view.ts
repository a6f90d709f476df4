import type { ShownResult } from './check-in-actions'
import type { Book, Overlay } from './phone-check-in-list'
import type { CheckInClock } from './check-in-clock'
import type { CheckInCalls } from './check-in-calls'
import type { CheckInStore } from './check-in-store'

export type ShiftState = 'opening' | 'ready' | 'failed' | 'signed_out' | 'no_access'

export interface ShiftView {
  state: ShiftState
  isOnline: boolean
  /** Undefined until there is a list, from the server or from this phone. */
  book: Book | undefined
  overlay: Overlay
  /** Number of actions that the server has not confirmed. They exist only on this phone. */
  queued: number
  listAt: number
  /** The scans that were sent after reconnecting; undefined once staff have closed the note about them. */
  back: { scans: number; entrances: string[] } | undefined
  /** The browser blocks storage: a reload would lose queued actions. */
  isForgetful: boolean
}

export interface ShiftTools {
  server: CheckInCalls
  store: CheckInStore
  clock: CheckInClock
  newNonce: () => string
  random?: () => number
  /** Returns the hash of a scanned text; undefined if it is not a code of this site. */
  hashCode: (code: string) => Promise<string | undefined>
  entrance: () => string
  /** Called when the server refuses a person whom the phone has already admitted by its own decision. */
  onContradiction: (result: ShownResult) => void
  onDropped: () => void
}

export interface Shift {
  view: () => ShiftView
  subscribe: (listener: () => void) => () => void
  start: () => Promise<void>
  stop: () => void
  scan: (code: string, admitAnyway?: boolean) => Promise<ShownResult>
  checkIn: (ticketId: string, admitAnyway?: boolean) => Promise<ShownResult>
  arrive: (guestId: string, people: number, admitAnyway?: boolean) => Promise<ShownResult>
  undo: (nonce: string, target: { ticketId?: string; guestId?: string }) => Promise<ShownResult>
  /** Loads changes; also detects whether the server can be reached again. */
  refresh: () => Promise<void>
  comeOnline: () => void
  goOffline: () => void
  seen: (nonces: string[]) => Promise<void>
  readBack: () => void
}
