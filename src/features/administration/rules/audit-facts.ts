import { isId } from '~/lib/ids'
import { formatDollars } from '~/lib/money'

export type AuditDetail = string | number | boolean | null

/** A line of the log, with the current names of its ids. */
export interface AuditFacts {
  subject: { type: string; id: string }
  details: Readonly<Record<string, AuditDetail>>
  /** Each returns null for an id that is unknown or deleted. */
  nameOf: (personId: string) => string | null
  /** The role at the time of the deletion. */
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

/** A text of the details; empty when it is not there. */
export function detail({ details }: Pick<AuditFacts, 'details'>, key: string): string {
  const value = details[key]
  return value === undefined || value === null ? '' : String(value)
}

const plain = (text: string): AuditTarget => ({ text, isCode: false, href: null })
const code = (text: string): AuditTarget => ({ text, isCode: true, href: null })

/** `Deleted moderator 3F2A7C`: the same words for the same deleted account, without its name. */
export function goneName(id: string, role: string | null): string {
  return `Deleted ${role ?? 'account'} ${id.slice(-6).toUpperCase()}`
}

function personTarget(facts: AuditFacts, id: string, before: string): AuditTarget | null {
  if (id === '') return null
  const name = facts.nameOf(id)
  const text = `${before}${name ?? goneName(id, facts.lastRoleOf(id))}`
  return name === null ? plain(text) : { text, isCode: false, href: `/admin/users/${id}` }
}

/** The person it was done to, `to Ilse Brandt`. */
export const person =
  (before = ''): FindTarget =>
  (facts) =>
    personTarget(facts, facts.subject.type === 'person' ? facts.subject.id : detail(facts, 'person'), before)

/** `in Deep end`; rooms are written down by their id or by what they were called then. */
export const inRoom: FindTarget = (facts) => {
  const words = roomWords(facts)
  return words === '' ? null : plain(words)
}

/** `Marco Tiele in Deep end` */
export const personInRoom: FindTarget = (facts) => {
  const whom = person()(facts)
  const where = roomWords(facts) || ('room' in facts.details ? 'everywhere' : '')
  return whom && { ...whom, text: where === '' ? whom.text : `${whom.text} ${where}` }
}

function roomWords(facts: AuditFacts): string {
  const room = roomName(facts)
  return room === '' ? '' : `in ${room}`
}

function roomName(facts: AuditFacts): string {
  const id = facts.subject.type === 'room' ? facts.subject.id : detail(facts, 'room')
  const known = id === '' ? null : facts.roomOf(id)
  if (known !== null || id === '') return known ?? ''
  const calledThen = detail(facts, 'room')
  return calledThen === '' || isId(calledThen) ? 'a room that is gone' : calledThen
}

export const room: FindTarget = (facts) => plain(roomName(facts))

/** An invitation by its code. */
export const invitation: FindTarget = (facts) => {
  const text = detail(facts, 'code') || (facts.codeOf(facts.subject.id) ?? '')
  return text === '' ? null : code(text)
}

/** `Ada Lovelace, 9R0V002V`: who requested an invite, and the code they got. */
export const inviteRequest: FindTarget = (facts) => {
  const name = facts.requestOf(facts.subject.id) ?? 'a deleted request'
  const given = detail(facts, 'code')
  return plain(given === '' ? name : `${name}, ${given}`)
}

export const setting: FindTarget = (facts) => plain(detail(facts, 'key') || facts.subject.id)

/** An order by its number, and whose it is. */
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
    ? plain('a booking that is gone')
    : { text: number, isCode: false, href: `/admin/bookings/${id}` }
}

/** An event by what it was called then. */
export const event: FindTarget = (facts) => plain(detail(facts, 'event') || 'an event')

/** `Kit Marlowe at Dust & Diamonds` */
export const personAtEvent: FindTarget = (facts) => {
  const whom = person()(facts)
  return whom && { ...whom, text: `${whom.text} at ${detail(facts, 'event') || 'an event'}` }
}

export const nothing: FindTarget = () => null

/** `pending → revoked`, `$24.00`, `12 lines`, the reason and the program, as far as the line has them. */
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
