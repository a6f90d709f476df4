import { isCurrency } from '~/lib/currency'
import { isId } from '~/lib/ids'
import { formatMoney } from '~/lib/money'

export type AuditDetail = string | number | boolean | null

/**
 * An audit log entry, with functions that look up the current names of the people, rooms, codes and bookings in it.
 */
export interface AuditFacts {
  subject: { type: string; id: string }
  details: Readonly<Record<string, AuditDetail>>
  /** Like the other `find` functions here, returns null for an id that is unknown or deleted. */
  findName: (personId: string) => string | null
  /** Returns the role that a deleted account had when it was deleted. */
  findLastRole: (personId: string) => string | null
  findRequesterName: (requestId: string) => string | null
  findRoomName: (roomId: string) => string | null
  findCode: (invitationId: string) => string | null
  findBookingNumber: (bookingId: string) => string | null
}

export interface AuditTarget {
  text: string
  isCode: boolean
  href: string | null
}

export type FindTarget = (facts: AuditFacts) => AuditTarget | null

/** Returns a detail as text; empty if there is none. */
export function formatDetail({ details }: Pick<AuditFacts, 'details'>, key: string): string {
  const value = details[key]
  return value === undefined || value === null ? '' : String(value)
}

const toTarget = (text: string): AuditTarget => ({ text, isCode: false, href: null })
const toCodeTarget = (text: string): AuditTarget => ({ text, isCode: true, href: null })

/** Returns a stable pseudonym for a deleted account, such as `Deleted moderator 3F2A7C`. */
export function formatDeletedAccount(id: string, role: string | null): string {
  return `Deleted ${role ?? 'account'} ${id.slice(-6).toUpperCase()}`
}

function findPersonTarget(facts: AuditFacts, id: string, before: string): AuditTarget | null {
  if (id === '') return null
  const name = facts.findName(id)
  const text = `${before}${name ?? formatDeletedAccount(id, facts.findLastRole(id))}`
  return name === null ? toTarget(text) : { text, isCode: false, href: `/admin/users/${id}` }
}

/** Returns the person acted on, such as `to Ilse Brandt`. */
export const findPerson =
  (before = ''): FindTarget =>
  (facts) =>
    findPersonTarget(
      facts,
      facts.subject.type === 'person' ? facts.subject.id : formatDetail(facts, 'person'),
      before,
    )

/** Returns `in Deep end`. Entries store the room’s id or its name at the time. */
export const findInRoom: FindTarget = (facts) => {
  const text = formatRoom(facts)
  return text === '' ? null : toTarget(text)
}

/** Returns `Marco Tiele in Deep end`. */
export const findPersonInRoom: FindTarget = (facts) => {
  const person = findPerson()(facts)
  const where = formatRoom(facts) || ('room' in facts.details ? 'everywhere' : '')
  return person && { ...person, text: where === '' ? person.text : `${person.text} ${where}` }
}

function formatRoom(facts: AuditFacts): string {
  const room = formatRoomName(facts)
  return room === '' ? '' : `in ${room}`
}

function formatRoomName(facts: AuditFacts): string {
  const id = facts.subject.type === 'room' ? facts.subject.id : formatDetail(facts, 'room')
  const known = id === '' ? null : facts.findRoomName(id)
  if (known !== null || id === '') return known ?? ''
  const calledThen = formatDetail(facts, 'room')
  return calledThen === '' || isId(calledThen) ? 'a deleted room' : calledThen
}

export const findRoom: FindTarget = (facts) => toTarget(formatRoomName(facts))

export const findInvitation: FindTarget = (facts) => {
  const text = formatDetail(facts, 'code') || (facts.findCode(facts.subject.id) ?? '')
  return text === '' ? null : toCodeTarget(text)
}

/** Returns the requester and the code they received, such as `Ada Lovelace, 9R0V002V`. */
export const findInviteRequest: FindTarget = (facts) => {
  const name = facts.findRequesterName(facts.subject.id) ?? 'a deleted request'
  const given = formatDetail(facts, 'code')
  return toTarget(given === '' ? name : `${name}, ${given}`)
}

export const findSetting: FindTarget = (facts) => toTarget(formatDetail(facts, 'key') || facts.subject.id)

/** Finds the order, or the booking that was paid. */
export const findOrder: FindTarget = (facts) => {
  const number = formatDetail(facts, 'order') || formatDetail(facts, 'booking')
  const person = findPersonTarget(facts, formatDetail(facts, 'person'), '')
  if (number === '') return person
  return { text: person ? `${number}, ${person.text}` : number, isCode: false, href: person?.href ?? null }
}

export const findBooking: FindTarget = (facts) => {
  const { id } = facts.subject
  const number = facts.findBookingNumber(id)
  return number === null
    ? toTarget('a deleted booking')
    : { text: number, isCode: false, href: `/admin/bookings/${id}` }
}

/** Returns the title that the event had when the entry was recorded. */
export const findEvent: FindTarget = (facts) => toTarget(formatDetail(facts, 'event') || 'an event')

/** Returns `Kit Marlowe at Dust & Diamonds`. */
export const findPersonAtEvent: FindTarget = (facts) => {
  const person = findPerson()(facts)
  return person && { ...person, text: `${person.text} at ${formatDetail(facts, 'event') || 'an event'}` }
}

export const findNothing: FindTarget = () => null

/** Entries without a currency are in dollars, because they are older than the support for other currencies. */
function formatAmount({ details: { cents, currency = 'USD' } }: AuditFacts): string {
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents)) return ''
  return typeof currency === 'string' && isCurrency(currency) ? formatMoney(cents, currency) : ''
}

/** Returns the details that the entry has: `pending → revoked`, `€24.00`, `12 lines`, the reason and the program. */
export function formatCommonDetails(facts: AuditFacts): string {
  const [from, to] = [formatDetail(facts, 'from'), formatDetail(facts, 'to')]
  const { count } = facts.details
  const service = formatDetail(facts, 'service')
  return [
    from !== '' && to !== '' ? `${from} → ${to}` : to || (from && `was ${from}`),
    formatAmount(facts),
    typeof count === 'number' && count !== 1 ? `${count} of them` : '',
    formatDetail(facts, 'reason'),
    service && `by the program “${service}”`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
