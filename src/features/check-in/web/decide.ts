import type { CheckInGuest, CheckInTicket } from '../contract'
import { decideScan, type CheckInScan, type CheckInOutcome } from '../rules/answer'
import type { QueuedAction, ShownAnswer } from './check-in-actions'
import {
  type Book,
  guestHolder,
  findGuest,
  eventOf,
  type Overlay,
  ticketHolder,
  ticketIn,
} from './check-in-book'

/** The ticket or guest an action is about, according to this phone's list. */
export interface Found {
  ticket?: CheckInTicket | undefined
  guest?: CheckInGuest | undefined
  isOldCode?: boolean
}

export function findByHash(book: Book, over: Overlay, hash: string | undefined): Found {
  const code = hash === undefined ? undefined : book.codes.get(hash)
  return code ? { ticket: ticketIn(book, over, code.id), isOldCode: code.isOld } : {}
}

export function findById(
  { book, over }: { book: Book | undefined; over: Overlay },
  { ticketId, guestId }: { ticketId?: string; guestId?: string },
): Found {
  if (!book) return {}
  return {
    ...(ticketId !== undefined && { ticket: ticketIn(book, over, ticketId) }),
    ...(guestId !== undefined && { guest: findGuest(book, over, guestId) }),
  }
}

export const targetOf = ({ ticket, guest }: Found): Pick<QueuedAction, 'ticketId' | 'guestId'> => ({
  ...(ticket && { ticketId: ticket.id }),
  ...(guest && { guestId: guest.id }),
})

/** Returns the result by the list on this phone, with the same rule as the server. */
export function decide(
  book: Book | undefined,
  { ticket, guest, isOldCode = false }: Found,
  scan: CheckInScan,
): { outcome: CheckInOutcome; counted: number } {
  if (!book) return { outcome: 'unknown', counted: 0 }

  const holder = ticket ? ticketHolder(ticket, isOldCode) : guest && guestHolder(guest)
  return decideScan({ event: eventOf(book), holder, scan })
}

/** Returns the phone's own answer. `found` is the state before the action. */
export function localAnswer(act: QueuedAction, { ticket, guest }: Found): ShownAnswer {
  const inBefore = guest?.checkIns.at(-1)
  const since = ticket?.checkedInAt === undefined ? inBefore : sinceOf(ticket)
  return {
    nonce: act.nonce,
    outcome: act.outcome,
    at: act.at,
    ticket: ticket ?? null,
    guest: guest ? { ...guest, arrived: guest.arrived + act.counted } : null,
    counted: act.counted,
    since: since ? { at: since.at, entrance: since.entrance, by: since.by } : null,
    other: null,
    refusedCount: 0,
    isLocal: true,
  }
}

function sinceOf(ticket: CheckInTicket) {
  return { at: ticket.checkedInAt ?? '', entrance: ticket.entrance ?? '', by: ticket.checkedInBy ?? '' }
}

/** Returns the answer to a code that is not from this site. */
export function strange(nonce: string, at: number): ShownAnswer {
  const noOne = { ticket: null, guest: null, since: null, other: null }
  return { nonce, outcome: 'unknown', at, ...noOne, counted: 0, refusedCount: 0, isLocal: false }
}
