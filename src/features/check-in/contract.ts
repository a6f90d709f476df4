import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { defineCalls, id as ownId } from '~/platform/rpc/contract'
import { CHECK_IN_OUTCOMES, MAX_ACTIONS } from './rules/decide-scan'

// Check-in staff may be customers. Authorization happens in the handler: other callers get "not found", as if the
// event did not exist.
const signedIn = defineCalls('check-in', 'signed_in')
const own = (...route: Parameters<typeof signedIn>) =>
  signedIn(...route).errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
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
  /** `no_date`: postponed, new date unknown. */
  state: z.enum(['on', 'no_date', 'cancelled']),
  /** Scans are accepted from a day before doors open to a day after the event ends; see rules/check-in-window.ts. */
  opensAt: moment,
  closesAt: moment,
  /** Organizers and managers may undo any scan; others only those of the last ten minutes. */
  canAlwaysUndo: z.boolean(),
})

/** Common values are left out: a valid ticket has no `status`, and one not checked in has no `in…` fields. */
const ticket = z.object({
  id,
  number: z.string(),
  /** The hash of the ticket's code, see `hashTicketCode` in rules/hash-ticket-code.ts. */
  hash: z.string(),
  /** Hashes of codes that became invalid when the ticket was transferred. */
  oldHashes: z.array(z.string()).optional(),
  name: z.string(),
  type: z.string(),
  /** Groups tickets: an opaque value, the same for all tickets of one order and holder. */
  group: z.string(),
  /** The ticket's position in its order, for `1 of 3`. */
  position: z.int(),
  count: z.int(),
  status: z.enum(['refunded', 'cancelled']).optional(),
  checkedInAt: moment.optional(),
  entrance: z.string().optional(),
  checkedInBy: z.string().optional(),
  /** The nonce of the scan that checked in this ticket, needed to undo the check-in. */
  checkInNonce: id.optional(),
})
export type CheckInTicket = z.output<typeof ticket>

const guest = z.object({
  id,
  name: z.string(),
  /** The person who added the guest, or empty. */
  guestOf: z.string(),
  /** The number of people: the guest and those the guest brings. */
  size: z.int(),
  arrived: z.int(),
  arrivedAt: moment.nullable(),
  /**
   * The check-ins of this party, without undone ones and duplicates, latest last. Each nonce is needed to undo its
   * check-in.
   */
  checkIns: z.array(
    z.object({ nonce: id, people: z.int(), at: moment, entrance: z.string(), by: z.string() }),
  ),
})
export type CheckInGuest = z.output<typeof guest>

/**
 * A duplicate: someone was admitted at two offline entrances, or with a ticket that was already refunded, which an
 * offline entrance didn't know.
 */
const duplicate = z.object({
  /** The nonce of the scan that does not count; pass it to `seen`. */
  nonce: id,
  ticketId: id.nullable(),
  guestId: id.nullable(),
  name: z.string(),
  number: z.string().nullable(),
  type: z.string().nullable(),
  reason: z.enum(['duplicate', 'refunded', 'cancelled', 'transferred']),
  /** How many people were admitted by this scan but not counted as checked in. */
  people: z.int(),
  /** Sorted by time, for 'Front 23:58, side 00:03'. */
  scans: z.array(
    z.object({ nonce: id, at: moment, entrance: z.string(), by: z.string(), isCounted: z.boolean() }),
  ),
  isSeen: z.boolean(),
})
export type DuplicateCheckIn = z.output<typeof duplicate>

const part = z.object({ checkedIn: z.int(), expected: z.int() })
const list = z.object({
  event,
  /** Opaque: pass it to `changes` next time, don't compare it. */
  seq: z.string(),
  serverNow: moment,
  tickets: z.array(ticket),
  /** Null if the guest list has not changed. */
  guests: z.array(guest).nullable(),
  guestsTag: z.string(),
  /** Unseen duplicates, latest first, at most 200. */
  duplicates: z.array(duplicate),
  counts: z.object({ tickets: part, guests: part }),
})
export type CheckInList = z.output<typeof list>

const act = z.object({
  /** Created on the phone, one per scan; requests with the same nonce can be repeated safely. */
  nonce: id,
  /**
   * `code`: read by the camera. `ticket`, `guest`: found by name. `undo`: undoes the scan whose nonce is
   * `undoneNonce`.
   */
  kind: z.enum(['code', 'ticket', 'guest', 'undo']),
  code: z.string().max(500).optional(),
  ticketId: id.optional(),
  guestId: id.optional(),
  undoneNonce: id.optional(),
  /** For a guest: how many people enter now. */
  people: z.int().min(1).max(21).default(1),
  /** How long ago the action was, by the check-in clock, which doesn't depend on the phone's time setting. */
  ageMs: z
    .number()
    .min(0)
    .max(36 * 3_600_000),
  /** True if the phone showed a result from its own list instead of the server's. */
  wasOffline: z.boolean().default(false),
  /** With `wasOffline`: whether the phone showed that the person may enter. */
  wasAdmitted: z.boolean().default(true),
  /** True if the staff saw that the ticket is already checked in and admit the person anyway. */
  admitAnyway: z.boolean().default(false),
})
export type CheckInAction = z.input<typeof act>

const result = z.object({
  nonce: id,
  outcome: z.enum(CHECK_IN_OUTCOMES),
  ticket: ticket
    .pick({ id: true, number: true, name: true, type: true, position: true, count: true })
    .nullable(),
  guest: guest.pick({ id: true, name: true, guestOf: true, size: true, arrived: true }).nullable(),
  /** The number of people this action counts for now: fewer than requested if most of a guest's party is checked in. */
  counted: z.int(),
  /** The scan that counts as the check-in of this ticket or guest: its time, entrance and staff member. */
  since: z.object({ at: moment, entrance: z.string(), by: z.string() }).nullable(),
  /** The event the code belongs to; `id` only if that event is public. */
  otherEvent: z
    .object({
      id: id.nullable(),
      title: z.string(),
      startsAt: moment,
      timezone: z.string(),
      venueName: z.string(),
      location: z.string(),
    })
    .nullable(),
  /**
   * After an undone check-in: how often scans of this ticket were refused before the undo. The ticket is no longer
   * checked in until the next scan.
   */
  refusedCount: z.int(),
})
export type CheckInResult = z.output<typeof result>

const eventId = z.object({ eventId: ownId })

export const checkInContract = {
  open: own('GET', '/events/{eventId}/check-in', 'The check-in list of an event, also for offline use')
    .meta({ scope: 'check-in:write' })
    .input(eventId)
    .output(list),
  changes: own('GET', '/events/{eventId}/check-in/changes', 'Changes to the list since a given point')
    .meta({ scope: 'check-in:write' })
    .input(eventId.extend({ since: z.string().max(40), guestsTag: z.string().max(40).default('') }))
    // `isComplete`: the full list, because the changes are no longer known. Replace the stored list instead of merging.
    .output(list.extend({ isComplete: z.boolean() })),
  scan: own('POST', '/events/{eventId}/check-in/scans', 'Store check-in actions, in order')
    .meta({ scope: 'check-in:write' })
    .input(
      eventId.extend({
        scans: z.array(act).min(1).max(MAX_ACTIONS),
        device: id,
        /** The entrance's name, such as `Front` or `Side`. */
        entrance: z.string().overwrite(cleanSingleLineText).max(40, 'At most 40 characters').default(''),
      }),
    )
    .output(z.object({ results: z.array(result), serverNow: moment })),
  duplicates: own(
    'GET',
    '/events/{eventId}/check-in/duplicates',
    'Duplicate check-ins, including those marked as seen',
  )
    .meta({ scope: 'check-in:write' })
    .input(eventId)
    .output(z.object({ duplicates: z.array(duplicate) })),
  seen: own('POST', '/events/{eventId}/check-in/duplicates/seen', 'Mark duplicate check-ins as seen')
    .input(eventId.extend({ nonces: z.array(id).min(1).max(500) }))
    .output(z.object({ seen: z.int() })),
}
