import { isId } from '~/lib/ids'
import { formatDollars } from '~/lib/money'

export type AuditDetail = string | number | boolean | null

/** An audit log entry, with lookups for the current names of its ids. */
export interface AuditFacts {
  subject: { type: string; id: string }
  details: Readonly<Record<string, AuditDetail>>
  /** Each returns null for an id that is unknown or deleted. */
  nameOf: (personId: string) => string | null
  /** Returns the role at the time of deletion. */
  lastRoleOf: (personId: string) => string | null
  requestOf: (requestId: string) => string | null
  roomOf: (roomId: string) => string | null
  codeOf: (invitationId: string) => string | null
  bookingOf: (bookingId: string) => string | null
}

export interface AuditTarget {
  text: string
  isCode: boolean
  href: string | null
}

export type FindTarget = (facts: AuditFacts) => AuditTarget | null

/** Returns a text of the details, or an empty string. */
export function detail({ details }: Pick<AuditFacts, 'details'>, key: string): string {
  const value = details[key]
  return value === undefined || value === null ? '' : String(value)
}

const plain = (text: string): AuditTarget => ({ text, isCode: false, href: null })
const code = (text: string): AuditTarget => ({ text, isCode: true, href: null })

/** Returns a stable pseudonym for a deleted account, such as `Deleted moderator 3F2A7C`. */
export function deletedAccountName(id: string, role: string | null): string {
  return `Deleted ${role ?? 'account'} ${id.slice(-6).toUpperCase()}`
}

function personTarget(facts: AuditFacts, id: string, before: string): AuditTarget | null {
  if (id === '') return null
  const name = facts.nameOf(id)
  const text = `${before}${name ?? deletedAccountName(id, facts.lastRoleOf(id))}`
  return name === null ? plain(text) : { text, isCode: false, href: `/admin/users/${id}` }
}

/** Returns the person acted on, such as `to Ilse Brandt`. */
export const person =
  (before = ''): FindTarget =>
  (facts) =>
    personTarget(facts, facts.subject.type === 'person' ? facts.subject.id : detail(facts, 'person'), before)

/** Returns `in Deep end`. Entries store the room’s id or its name at the time. */
export const inRoom: FindTarget = (facts) => {
  const words = formatRoom(facts)
  return words === '' ? null : plain(words)
}

/** Returns `Marco Tiele in Deep end`. */
export const personInRoom: FindTarget = (facts) => {
  const whom = person()(facts)
  const where = formatRoom(facts) || ('room' in facts.details ? 'everywhere' : '')
  return whom && { ...whom, text: where === '' ? whom.text : `${whom.text} ${where}` }
}

function formatRoom(facts: AuditFacts): string {
  const room = roomName(facts)
  return room === '' ? '' : `in ${room}`
}

function roomName(facts: AuditFacts): string {
  const id = facts.subject.type === 'room' ? facts.subject.id : detail(facts, 'room')
  const known = id === '' ? null : facts.roomOf(id)
  if (known !== null || id === '') return known ?? ''
  const calledThen = detail(facts, 'room')
  return calledThen === '' || isId(calledThen) ? 'a deleted room' : calledThen
}

export const room: FindTarget = (facts) => plain(roomName(facts))

export const invitation: FindTarget = (facts) => {
  const text = detail(facts, 'code') || (facts.codeOf(facts.subject.id) ?? '')
  return text === '' ? null : code(text)
}

/** Returns the requester and the code they received, such as `Ada Lovelace, 9R0V002V`. */
export const inviteRequest: FindTarget = (facts) => {
  const name = facts.requestOf(facts.subject.id) ?? 'a deleted request'
  const given = detail(facts, 'code')
  return plain(given === '' ? name : `${name}, ${given}`)
}

export const setting: FindTarget = (facts) => plain(detail(facts, 'key') || facts.subject.id)

export const order: FindTarget = (facts) => {
  const number = detail(facts, 'order')
  const whose = personTarget(facts, detail(facts, 'person'), '')
  if (number === '') return whose
  return { text: whose ? `${number}, ${whose.text}` : number, isCode: false, href: whose?.href ?? null }
}

export const booking: FindTarget = (facts) => {
  const { id } = facts.subject
  const number = facts.bookingOf(id)
  return number === null
    ? plain('a deleted booking')
    : { text: number, isCode: false, href: `/admin/bookings/${id}` }
}

/** Returns an event by its title at the time. */
export const event: FindTarget = (facts) => plain(detail(facts, 'event') || 'an event')

/** Returns `Kit Marlowe at Dust & Diamonds`. */
export const personAtEvent: FindTarget = (facts) => {
  const whom = person()(facts)
  return whom && { ...whom, text: `${whom.text} at ${detail(facts, 'event') || 'an event'}` }
}

export const nothing: FindTarget = () => null

/** Returns the details that the entry has: `pending → revoked`, `$24.00`, `12 lines`, the reason and the program. */
export function usualChange(facts: AuditFacts): string {
  const [from, to] = [detail(facts, 'from'), detail(facts, 'to')]
  const { cents, count } = facts.details
  const service = detail(facts, 'service')
  return [
    from !== '' && to !== '' ? `${from} → ${to}` : to || (from && `was ${from}`),
    typeof cents === 'number' && Number.isSafeInteger(cents) ? formatDollars(cents) : '',
    typeof count === 'number' && count !== 1 ? `${count} of them` : '',
    detail(facts, 'why'),
    service && `by the program “${service}”`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
