import type { ShownAnswer } from './check-in-acts'
import type { Book, Overlay } from './check-in-book'
import type { CheckInClock } from './clock'
import type { CheckInServer } from './check-in-server'
import type { CheckInStore } from './check-in-store'

export type ShiftState = 'opening' | 'ready' | 'failed' | 'signed_out' | 'gone'

/** One object until something changes. */
export interface ShiftView {
  state: ShiftState
  isOnline: boolean
  /** Undefined until there is a list, from the server or from this phone. */
  book: Book | undefined
  over: Overlay
  /** Made while offline, or unanswered: what a lost phone would take along. */
  queued: number
  /** The server's time when the list was true, milliseconds. */
  listAt: number
  /** What went in when the network came back, until somebody has read it. */
  back: { scans: number; doors: string[] } | undefined
  /** The browser keeps nothing: a reload would lose what is queued. */
  isForgetful: boolean
}

export interface ShiftTools {
  server: CheckInServer
  store: CheckInStore
  clock: CheckInClock
  newNonce: () => string
  /** Of a scanned text; undefined when it is no code of ours. */
  hashOf: (code: string) => Promise<string | undefined>
  door: () => string
  /** Something is heard only now that was to be known before: the phone had let them in, the server had them in already. */
  onContradiction: (answer: ShownAnswer) => void
  onDropped: () => void
}

export interface Shift {
  view: () => ShiftView
  subscribe: (listener: () => void) => () => void
  start: () => Promise<void>
  stop: () => void
  scan: (code: string, letIn?: boolean) => Promise<ShownAnswer>
  checkIn: (ticketId: string, letIn?: boolean) => Promise<ShownAnswer>
  arrive: (guestId: string, people: number, letIn?: boolean) => Promise<ShownAnswer>
  undo: (nonce: string, of: { ticketId?: string; guestId?: string }) => Promise<ShownAnswer>
  /** Asks what changed; also whether the server is there again. */
  refresh: () => Promise<void>
  comeOnline: () => void
  goOffline: () => void
  seen: (nonces: string[]) => Promise<void>
  readBack: () => void
}
