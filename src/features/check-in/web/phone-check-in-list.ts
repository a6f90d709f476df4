import type { CheckInGuest, CheckInList, CheckInTicket } from '../contract'
import type { CheckInHolder, CheckInEvent } from '../rules/decide-scan'
import type { QueuedAction } from './check-in-actions'

/** The list as last sent by the server. Rows are replaced, never mutated; the maps stay the same. */
export interface Book {
  event: CheckInList['event']
  seq: string
  guestsTag: string
  duplicates: CheckInList['duplicates']
  tickets: Map<string, CheckInTicket>
  guests: Map<string, CheckInGuest>
  /** Ticket ids by the hash of their code; `isOld`: the ticket was transferred since. */
  codes: Map<string, { id: string; isOld: boolean }>
}

export function createPhoneList(
  list: Omit<CheckInList, 'guests' | 'counts' | 'serverNow'> & { guests: CheckInGuest[] | null },
): Book {
  const { event, seq, guestsTag, duplicates } = list
  const book: Book = {
    event,
    seq,
    guestsTag,
    duplicates,
    tickets: new Map(),
    guests: new Map(),
    codes: new Map(),
  }
  putTickets(book, list.tickets)
  putGuests(book, list.guests)
  return book
}

/** Merges changes into the list, or replaces it if the full list was sent. */
export function withChanges(book: Book, list: CheckInList & { isComplete: boolean }): Book {
  if (list.isComplete) return createPhoneList({ ...list, guests: list.guests ?? [...book.guests.values()] })
  putTickets(book, list.tickets)
  putGuests(book, list.guests)
  const { event, seq, guestsTag, duplicates } = list
  return { ...book, event, seq, guestsTag, duplicates }
}

function putTickets({ tickets, codes }: Book, rows: readonly CheckInTicket[]): void {
  for (const row of rows) {
    const before = tickets.get(row.id)
    // Transferred: the previous code is now old.
    if (before && before.hash !== row.hash) codes.set(before.hash, { id: row.id, isOld: true })
    for (const hash of row.oldHashes ?? []) codes.set(hash, { id: row.id, isOld: true })
    codes.set(row.hash, { id: row.id, isOld: false })
    tickets.set(row.id, row)
  }
}

function putGuests(book: Book, rows: readonly CheckInGuest[] | null): void {
  if (rows === null) return
  book.guests.clear()
  for (const row of rows) book.guests.set(row.id, row)
}

/** This phone's unconfirmed actions on top of the list. */
export interface Overlay {
  tickets: Map<string, CheckInTicket>
  guests: Map<string, CheckInGuest>
}

export const emptyOverlay: Overlay = { tickets: new Map(), guests: new Map() }

export function createOverlay(book: Book, queue: readonly QueuedAction[]): Overlay {
  const overlay: Overlay = { tickets: new Map(), guests: new Map() }
  for (const act of queue) {
    const ticket = act.ticketId === undefined ? undefined : findTicket(book, overlay, act.ticketId)
    const guest = act.guestId === undefined ? undefined : findGuest(book, overlay, act.guestId)
    if (ticket)
      overlay.tickets.set(
        ticket.id,
        act.kind === 'undo' ? withoutCheckIn(ticket, act) : withCheckIn(ticket, act),
      )
    if (guest)
      overlay.guests.set(guest.id, act.kind === 'undo' ? withoutArrival(guest, act) : withArrival(guest, act))
  }
  return overlay
}

export const findTicket = (book: Book, overlay: Overlay, id: string): CheckInTicket | undefined =>
  overlay.tickets.get(id) ?? book.tickets.get(id)
export const findGuest = (book: Book, overlay: Overlay, id: string): CheckInGuest | undefined =>
  overlay.guests.get(id) ?? book.guests.get(id)

const toCheckIn = ({ at, entrance, nonce }: QueuedAction) => ({
  at: new Date(at).toISOString(),
  entrance,
  by: '',
  nonce,
})

function withCheckIn(ticket: CheckInTicket, act: QueuedAction): CheckInTicket {
  if (act.counted === 0 || ticket.checkedInAt !== undefined) return ticket
  const { at, entrance, by, nonce } = toCheckIn(act)
  return { ...ticket, checkedInAt: at, entrance, checkedInBy: by, checkInNonce: nonce }
}

function withoutCheckIn(ticket: CheckInTicket, act: QueuedAction): CheckInTicket {
  if (ticket.checkInNonce !== act.undoneNonce) return ticket
  const { checkedInAt: _at, entrance: _entrance, checkedInBy: _by, checkInNonce: _nonce, ...out } = ticket
  return out
}

function withArrival(guest: CheckInGuest, act: QueuedAction): CheckInGuest {
  if (act.counted === 0 || guest.checkIns.some(({ nonce }) => nonce === act.nonce)) return guest
  const checkIn = { ...toCheckIn(act), people: act.counted }
  return {
    ...guest,
    arrived: Math.min(guest.size, guest.arrived + act.counted),
    arrivedAt: guest.arrivedAt ?? checkIn.at,
    checkIns: [...guest.checkIns, checkIn],
  }
}

function withoutArrival(guest: CheckInGuest, act: QueuedAction): CheckInGuest {
  const undone = guest.checkIns.find(({ nonce }) => nonce === act.undoneNonce)
  if (!undone) return guest
  const arrived = Math.max(0, guest.arrived - undone.people)
  return {
    ...guest,
    arrived,
    arrivedAt: arrived === 0 ? null : guest.arrivedAt,
    checkIns: guest.checkIns.filter((checkIn) => checkIn !== undone),
  }
}

export function toEvent({ event }: Book): CheckInEvent {
  return { state: event.state, opensAt: Date.parse(event.opensAt), closesAt: Date.parse(event.closesAt) }
}

export const toTicketHolder = (ticket: CheckInTicket, isOldCode = false): CheckInHolder => ({
  status: ticket.status ?? 'valid',
  size: 1,
  inside: ticket.checkedInAt === undefined ? 0 : 1,
  isOldCode,
})

export const toGuestHolder = (guest: CheckInGuest): CheckInHolder => ({
  status: 'valid',
  size: guest.size,
  inside: guest.arrived,
  isOldCode: false,
})
