import { z } from 'zod'
import { oneLine } from '~/lib/one-line'
import { call, id as ownId } from '~/platform/rpc/contract'
import { CHECK_IN_WORDS, MOST_AT_ONCE } from './rules/answer'

const tags = ['check-in']
// A doorStaff may be a customer. Whether it is their door is decided inside; for all others there is no such event.
const own = call
  .meta({ access: 'signed_in' })
  .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
const moment = z.string()
const id = z.uuid().toLowerCase()

const event = z.object({
  id,
  title: z.string(),
  startsAt: moment,
  doorsAt: moment.nullable(),
  endsAt: moment.nullable(),
  timezone: z.string(),
  venueName: z.string(),
  /** `no_date`: postponed, and nobody knows until when. */
  state: z.enum(['on', 'no_date', 'cancelled']),
  /** Scans count from a day before the doors to a day after the end; see rules/check-in-window.ts. */
  opensAt: moment,
  closesAt: moment,
  /** Organizer and managers: undo whatever is old, not only what is of the last ten minutes. */
  mayUndoAlways: z.boolean(),
})

/** Left out is what is so for most: a valid ticket has no `status`, one that is not in has nothing of `in…`. */
const ticket = z.object({
  id,
  number: z.string(),
  /** What the code of the ticket comes to by `hashTicketCode` of rules/hash.ts. */
  hash: z.string(),
  /** Of the codes that stopped counting when the ticket was passed on. */
  oldHashes: z.array(z.string()).optional(),
  /** Who holds it. */
  name: z.string(),
  type: z.string(),
  /** Tickets of one order and holder have the same; it names nothing else. */
  group: z.string(),
  /** Ticket 1 of 3 in its order. */
  position: z.int(),
  count: z.int(),
  status: z.enum(['refunded', 'cancelled']).optional(),
  inAt: moment.optional(),
  inEntrance: z.string().optional(),
  inBy: z.string().optional(),
  /** The scan that counts, to undo it. */
  inNonce: id.optional(),
})
export type CheckInTicket = z.output<typeof ticket>

const guest = z.object({
  id,
  name: z.string(),
  /** Whose guest it is, or nothing. */
  guestOf: z.string(),
  /** With all that they bring. */
  size: z.int(),
  arrived: z.int(),
  arrivedAt: moment.nullable(),
  /** The ticks that count, latest last, to undo them. */
  ins: z.array(z.object({ nonce: id, people: z.int(), at: moment, door: z.string(), by: z.string() })),
})
export type CheckInGuest = z.output<typeof guest>

/** Somebody was let in at two doors that could not know of each other, or on a ticket that had gone back meanwhile. */
const double = z.object({
  /** Of the scan that does not count; `seen` takes it. */
  nonce: id,
  ticketId: id.nullable(),
  guestId: id.nullable(),
  name: z.string(),
  number: z.string().nullable(),
  type: z.string().nullable(),
  why: z.enum(['again', 'refunded', 'cancelled', 'passed_on']),
  /** How many were let in beyond what counts. */
  people: z.int(),
  /** By time: 'Front 23:58, side 00:03'. */
  scans: z.array(
    z.object({ nonce: id, at: moment, door: z.string(), by: z.string(), isCounted: z.boolean() }),
  ),
  isSeen: z.boolean(),
})
export type DuplicateCheckIn = z.output<typeof double>

const part = z.object({ in: z.int(), expected: z.int() })
const list = z.object({
  event,
  /** Hand it to `changes` next time. It is no number to compare. */
  seq: z.string(),
  serverNow: moment,
  tickets: z.array(ticket),
  /** Null: as they were. */
  guests: z.array(guest).nullable(),
  guestsTag: z.string(),
  /** Unseen ones, latest first, at most 200. */
  doubles: z.array(double),
  counts: z.object({ tickets: part, guests: part }),
})
export type CheckInList = z.output<typeof list>

const act = z.object({
  /** Made on the phone, once per scan; the same nonce may be sent as often as it takes. */
  nonce: id,
  /** `code`: what the camera read. `ticket`, `guest`: found by name. `undo`: takes back `of`. */
  kind: z.enum(['code', 'ticket', 'guest', 'undo']),
  code: z.string().max(500).optional(),
  ticketId: id.optional(),
  guestId: id.optional(),
  /** The nonce to undo. */
  of: id.optional(),
  /** Of a guest: how many come in now. */
  people: z.int().min(1).max(21).default(1),
  /** How long ago, by the phone's monotonic clock; never by its time of day. */
  ageMs: z
    .number()
    .min(0)
    .max(36 * 3_600_000),
  /** The phone answered from its own list. */
  wasOffline: z.boolean().default(false),
  /** … and what it said: whether they were let in. */
  wasLetIn: z.boolean().default(true),
  /** The door saw that the ticket is in, and lets them in all the same. */
  letIn: z.boolean().default(false),
})
export type CheckInAct = z.input<typeof act>

const answer = z.object({
  nonce: id,
  answer: z.enum(CHECK_IN_WORDS),
  ticket: ticket
    .pick({ id: true, number: true, name: true, type: true, position: true, count: true })
    .nullable(),
  guest: guest.pick({ id: true, name: true, guestOf: true, size: true, arrived: true }).nullable(),
  /** How many this act counts for now: fewer than asked when a guest's party was nearly in. */
  counted: z.int(),
  /** The scan that counts: since when, at which door, by whom. */
  since: z.object({ at: moment, door: z.string(), by: z.string() }).nullable(),
  /** The event that the code is for; `id` only where everybody may see that event. */
  other: z
    .object({
      id: id.nullable(),
      title: z.string(),
      startsAt: moment,
      timezone: z.string(),
      venueName: z.string(),
      location: z.string(),
    })
    .nullable(),
  /** After an undo: how often somebody was turned away with this ticket. It stays out until it is scanned again. */
  turnedAway: z.int(),
})
export type CheckInAnswer = z.output<typeof answer>

const eventId = z.object({ eventId: ownId })

export const checkInContract = {
  open: own
    .route({
      method: 'GET',
      path: '/events/{eventId}/check-in',
      tags,
      summary: 'The list of a door, to work from also offline',
    })
    .input(eventId)
    .output(list),
  changes: own
    .route({
      method: 'GET',
      path: '/events/{eventId}/check-in/changes',
      tags,
      summary: 'What changed on the list since then',
    })
    .input(eventId.extend({ since: z.string().max(40), guestsTag: z.string().max(40).default('') }))
    // `isWhole`: all of the list, because nobody can say any more what changed since then. Replace, do not merge.
    .output(list.extend({ isWhole: z.boolean() })),
  scan: own
    .route({
      method: 'POST',
      path: '/events/{eventId}/check-in/scans',
      tags,
      summary: 'What a door did, in order',
    })
    .input(
      eventId.extend({
        scans: z.array(act).min(1).max(MOST_AT_ONCE),
        /** Made once per phone. */
        device: id,
        /** What the door calls itself: `Front`, `Side`. */
        door: z.string().overwrite(oneLine).max(40, 'At most 40 characters').default(''),
      }),
    )
    .output(z.object({ answers: z.array(answer), serverNow: moment })),
  doubles: own
    .route({
      method: 'GET',
      path: '/events/{eventId}/check-in/doubles',
      tags,
      summary: 'Who was let in twice, also what was seen already',
    })
    .input(eventId)
    .output(z.object({ doubles: z.array(double) })),
  seen: own
    .route({
      method: 'POST',
      path: '/events/{eventId}/check-in/doubles/seen',
      tags,
      summary: 'Somebody has looked at these',
    })
    .input(eventId.extend({ nonces: z.array(id).min(1).max(500) }))
    .output(z.object({ seen: z.int() })),
}
