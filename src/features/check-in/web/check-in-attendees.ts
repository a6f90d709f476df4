import { pluralize } from '~/lib/pluralize'
import type { CheckInGuest, CheckInTicket } from '../contract'
import type { Book, Overlay } from './phone-check-in-list'

/** People who check in together: the tickets of one order and holder, or a guest with the people they bring. */
export interface Party {
  key: string
  name: string
  /** For example `2 General Admission, 1 Late Entry` or `Guest list +2, from Juno Okafor`. */
  description: string
  tickets: CheckInTicket[]
  guest: CheckInGuest | undefined
  size: number
  inside: number
  checkedInAt: string | undefined
  /** All tickets are refunded or cancelled, so no one may enter. */
  isOff: boolean
}

export interface Tally {
  inside: number
  expected: number
  guestsCheckedIn: number
  guests: number
  lastQuarter: number
}

const QUARTER_MS = 15 * 60_000

export function listTickets(book: Book, overlay: Overlay): CheckInTicket[] {
  if (overlay.tickets.size === 0) return [...book.tickets.values()]
  return [...book.tickets.values()].map((ticket) => overlay.tickets.get(ticket.id) ?? ticket)
}

export function listGuests(book: Book, overlay: Overlay): CheckInGuest[] {
  return [...book.guests.values()].map((guest) => overlay.guests.get(guest.id) ?? guest)
}

/**
 * Counts attendees and check-ins, also those of the last 15 minutes before `now` (milliseconds, by the check-in
 * clock).
 */
export function countAttendees(book: Book, overlay: Overlay, now: number): Tally {
  const since = now - QUARTER_MS
  const tally: Tally = { inside: 0, expected: 0, guestsCheckedIn: 0, guests: 0, lastQuarter: 0 }
  for (const { status, checkedInAt } of listTickets(book, overlay)) {
    if (status !== undefined) continue
    tally.expected += 1
    if (checkedInAt === undefined) continue
    tally.inside += 1
    if (Date.parse(checkedInAt) > since) tally.lastQuarter += 1
  }
  for (const { size, arrived, checkIns } of listGuests(book, overlay)) {
    tally.guests += size
    tally.guestsCheckedIn += arrived
    for (const { at, people } of checkIns) if (Date.parse(at) > since) tally.lastQuarter += people
  }
  tally.expected += tally.guests
  tally.inside += tally.guestsCheckedIn
  return tally
}

export function listParties(book: Book, overlay: Overlay): Party[] {
  const groups = new Map<string, CheckInTicket[]>()
  for (const ticket of listTickets(book, overlay)) {
    const group = groups.get(ticket.group)
    if (group) group.push(ticket)
    else groups.set(ticket.group, [ticket])
  }
  const parties = [...groups.values()].map(toTicketParty)
  for (const guest of listGuests(book, overlay)) parties.push(toGuestParty(guest))
  return parties.toSorted((a, b) => collator.compare(a.name, b.name))
}

const collator = new Intl.Collator('en')

/** Returns the party that holds these tickets, which are all from one order and holder. */
export function toTicketParty(tickets: readonly CheckInTicket[]): Party {
  const [first] = tickets
  const valid = tickets.filter(({ status }) => status === undefined)
  const checkIns = valid.flatMap(({ checkedInAt }) => checkedInAt ?? [])
  return {
    key: first?.group ?? '',
    name: first?.name ?? '',
    description: formatTypes(valid.length === 0 ? tickets : valid),
    tickets: tickets.toSorted((a, b) => a.position - b.position),
    guest: undefined,
    size: valid.length,
    inside: checkIns.length,
    checkedInAt: checkIns.toSorted().at(-1),
    isOff: valid.length === 0,
  }
}

function formatTypes(tickets: readonly CheckInTicket[]): string {
  const counts = new Map<string, number>()
  for (const { type } of tickets) counts.set(type, (counts.get(type) ?? 0) + 1)
  const [only] = counts
  if (only && counts.size === 1 && only[1] === 1) return only[0]
  return [...counts].map(([type, count]) => `${count} ${type}`).join(', ')
}

export function toGuestParty(guest: CheckInGuest): Party {
  const { id, name, size, arrived, checkIns } = guest
  const description = `Guest list${formatPartySize(guest)}`
  return {
    key: id,
    name,
    description,
    tickets: [],
    guest,
    size,
    inside: arrived,
    checkedInAt: checkIns.at(-1)?.at,
    isOff: false,
  }
}

/** Formats ` +2, from Juno Okafor`. */
export function formatPartySize({ size, guestOf }: Pick<CheckInGuest, 'size' | 'guestOf'>): string {
  const plus = size > 1 ? ` +${size - 1}` : ''
  return guestOf === '' ? plus : `${plus}, ${formatInviter(guestOf)}`
}

/** Formats `from Juno Okafor`; leaves words such as `press` unchanged. */
export function formatInviter(guestOf: string): string {
  return /^\p{Lu}|^the /u.test(guestOf) ? `from ${guestOf}` : guestOf
}

/** Formats `3 people, 5 tickets`. */
export function describeMatches(parties: readonly Party[]): string {
  const tickets = parties.reduce((sum, { tickets }) => sum + tickets.length, 0)
  const people = pluralize(parties.length, 'person', 'people')
  return tickets === 0 ? people : `${people}, ${pluralize(tickets, 'ticket')}`
}
