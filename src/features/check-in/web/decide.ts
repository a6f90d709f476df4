import type { CheckInGuest, CheckInTicket } from '../contract'
import { decideScan, type CheckInScan, type CheckInOutcome } from '../rules/decide-scan'
import type { QueuedAction, ShownResult } from './check-in-actions'
import {
  type Book,
  toGuestHolder,
  findGuest,
  toEvent,
  type Overlay,
  toTicketHolder,
  findTicket,
} from './phone-check-in-list'

/** The ticket or guest an action is about, according to this phone's list. */
export interface Found {
  ticket?: CheckInTicket | undefined
  guest?: CheckInGuest | undefined
  isOldCode?: boolean
}

export function findByHash(book: Book, overlay: Overlay, hash: string | undefined): Found {
  const code = hash === undefined ? undefined : book.codes.get(hash)
  return code ? { ticket: findTicket(book, overlay, code.id), isOldCode: code.isOld } : {}
}

export function findById(
  { book, overlay }: { book: Book | undefined; overlay: Overlay },
  { ticketId, guestId }: { ticketId?: string; guestId?: string },
): Found {
  if (!book) return {}
  return {
    ...(ticketId !== undefined && { ticket: findTicket(book, overlay, ticketId) }),
    ...(guestId !== undefined && { guest: findGuest(book, overlay, guestId) }),
  }
}

export const toTarget = ({ ticket, guest }: Found): Pick<QueuedAction, 'ticketId' | 'guestId'> => ({
  ...(ticket && { ticketId: ticket.id }),
  ...(guest && { guestId: guest.id }),
})

/** Decides a scan from the list on this phone, by the same rule as the server. */
export function decide(
  book: Book | undefined,
  { ticket, guest, isOldCode = false }: Found,
  scan: CheckInScan,
): { outcome: CheckInOutcome; counted: number } {
  if (!book) return { outcome: 'unknown', counted: 0 }

  const holder = ticket ? toTicketHolder(ticket, isOldCode) : guest && toGuestHolder(guest)
  return decideScan({ event: toEvent(book), holder, scan })
}

/**
 * Returns the result that the phone has decided itself. The ticket or guest is passed as it was before the action.
 */
export function toLocalResult(act: QueuedAction, { ticket, guest }: Found): ShownResult {
  const inBefore = guest?.checkIns.at(-1)
  const since = ticket?.checkedInAt === undefined ? inBefore : toEarlierCheckIn(ticket)
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

function toEarlierCheckIn(ticket: CheckInTicket) {
  return { at: ticket.checkedInAt ?? '', entrance: ticket.entrance ?? '', by: ticket.checkedInBy ?? '' }
}

/** Returns the result for a code that is not from this site. */
export function toUnknownResult(nonce: string, at: number): ShownResult {
  const noOne = { ticket: null, guest: null, since: null, other: null }
  return { nonce, outcome: 'unknown', at, ...noOne, counted: 0, refusedCount: 0, isLocal: false }
}
