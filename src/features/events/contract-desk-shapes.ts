import { z } from 'zod'
import { manyLines } from '~/lib/many-lines'
import { oneLine } from '~/lib/one-line'
import { isZone } from '~/lib/time'
import { day, id, nextCursor } from '~/platform/rpc/contract'
import { cents, iso } from './contract-shapes'
import { BILLINGS } from './rules/billing'
import {
  ADDRESS_MAX,
  CAPACITY_MAX,
  DESCRIPTION_MAX,
  NAME_MAX,
  PLACE_MAX,
  PRICE_MAX_CENTS,
  TITLE_MAX,
} from './rules/event-limits'
import { EVENT_ACTS, EVENT_RELATIONS } from './rules/event-policy'
import { DESK_STATUSES } from './rules/event-status'
import { EVENT_TYPES } from './rules/event-type'
import { SECTIONS } from './rules/missing'

const line = (most: number) => z.string().overwrite(oneLine).max(most, `Use at most ${most} characters.`)
const words = (most: number) => z.string().overwrite(manyLines).max(most, `Use at most ${most} characters.`)

/** What the clocks of the place show, `23:00`. */
export const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Enter a time such as 23:00.')
export const timezone = z.string().max(64).refine(isNamedZone, 'Choose a time zone from the list.')
export const title = line(TITLE_MAX).min(1, 'Give the night a title.')
export const place = line(PLACE_MAX)
export const name = line(NAME_MAX)
export const version = z.int().min(1)

function isNamedZone(text: string): boolean {
  // No bare offset such as `+02:00`: it would not follow the clocks of a place.
  return /^[A-Za-z]/u.test(text) && isZone(text)
}

export const relation = z.enum(EVENT_RELATIONS)
export const act = z.enum(EVENT_ACTS)
const remark = z.object({ section: z.enum(SECTIONS), words: z.string() })

/** What the form holds and `save` changes, each by itself. */
export const draftFields = z.object({
  title,
  /** Markdown. */
  description: words(DESCRIPTION_MAX),
  eventType: z.enum(EVENT_TYPES, 'Choose a type.'),
  /** The day on which it starts, at the place. */
  date: day,
  startClock: clock,
  /** The last time before the start at which the clock shows this. */
  doorsClock: clock.nullable(),
  /** The next time after the start at which the clock shows this: `06:00` is the morning after. */
  endClock: clock.nullable(),
  timezone,
  venueName: place,
  /** The city. */
  location: place,
  venueAddress: line(ADDRESS_MAX),
  capacity: z
    .int('Enter a whole number.')
    .min(1, 'Enter a whole number, 1 or more.')
    .max(CAPACITY_MAX, 'Enter at most 1,000,000.')
    .nullable(),
  /** 0: all ages. */
  ageRestriction: z.int('Enter a whole number.').min(0).max(99, 'Enter at most 99.').nullable(),
  /** False: nobody finds it but its own people. */
  isPublic: z.boolean(),
  /** What the door asks where no tickets are sold; 0: free. Null: nothing is paid at the door. Needs the act `money`. */
  doorPriceCents: cents.max(PRICE_MAX_CENTS, 'Enter at most $100,000.00.').nullable(),
  /** Whether buyers complete a CAPTCHA before tickets are held. No effect while the operator has not configured one. */
  requiresCaptcha: z.boolean(),
})

export const draftChanges = draftFields.partial()

const billing = z.enum(BILLINGS, 'Choose how they are billed.')

export const slotInput = z
  .object({
    /** A member; or somebody without an account, by name alone. */
    djId: id.nullish(),
    name: name.optional(),
    startClock: clock.nullish(),
    endClock: clock.nullish(),
    billing,
  })
  .refine(({ djId, name: written }) => Boolean(djId) || Boolean(written), {
    path: ['name'],
    message: 'Enter a name.',
  })

const slot = z.object({
  id,
  name: z.string(),
  djId: id.nullable(),
  /** The member has not answered yet: the public page shows the name alone. */
  isAsked: z.boolean(),
  avatarUrl: z.string().nullable(),
  startsAt: iso.nullable(),
  endsAt: iso.nullable(),
  startClock: z.string().nullable(),
  endClock: z.string().nullable(),
  billing,
  /** The booking that it came from. */
  bookingId: id.nullable(),
  /** Of that booking; `pending` while the DJ is asked about a new date. */
  bookingStatus: z.enum(['pending', 'confirmed', 'completed', 'cancelled']).nullable(),
})
export type Slot = z.output<typeof slot>

export const eventDraft = z.object({
  id,
  ...draftFields.shape,
  // What stands already may be longer than what is taken now.
  title: z.string(),
  version,
  /** The same as instants. */
  startsAt: iso,
  doorsAt: iso.nullable(),
  endsAt: iso.nullable(),
  /** Null: the flyer is drawn from the title. */
  imageUrl: z.string().nullable(),
  status: z.enum(DESK_STATUSES),
  phase: z.enum(['upcoming', 'on', 'over']),
  statusWords: z.string(),
  movedFrom: iso.nullable(),
  isDateOpen: z.boolean(),
  refundableUntil: iso.nullable(),
  /** How the caller stands to it, and what that lets them do. */
  relations: z.array(relation),
  acts: z.array(act),
  /** The first headliner with an account. */
  host: z.object({ id, name: z.string() }).nullable(),
  /** Tickets, of all types. */
  soldOrHeld: z.int(),
  lineUp: z.array(slot),
  /** What keeps it from being published; while it is on sale this is empty. */
  missing: z.array(remark),
  /** What may be meant so, and looks odd. */
  warnings: z.array(remark),
  savedAt: iso,
  /** Its page, as an absolute address. Nobody but its people gets there while it is a draft: use `preview`. */
  publicUrl: z.string(),
  /** A draft without orders. */
  canBeRemoved: z.boolean(),
  /** The operator has configured a CAPTCHA. */
  canRequireCaptcha: z.boolean(),
})
export type EventDraft = z.output<typeof eventDraft>
/** What a browser sends to `save`. */
export type DraftChanges = Partial<z.output<typeof draftFields>>
/** … and as it arrives. */
export type SentChanges = z.output<typeof draftChanges>
export type SlotInput = z.output<typeof slotInput>

/** What every screen of the people who work on an event shows of it. */
export const eventSummary = z.object({
  id,
  title: z.string(),
  status: z.enum(DESK_STATUSES),
  startsAt: iso,
  isDateOpen: z.boolean(),
  timezone: z.string(),
  venueName: z.string(),
  location: z.string(),
})

export const myEvent = eventSummary.extend({
  status: z.enum([...DESK_STATUSES, 'completed']),
  imageUrl: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES),
  relations: z.array(relation),
  acts: z.array(act),
  /** Tickets; 0 of 0 for a person who only works at check-in. */
  sold: z.int(),
  total: z.int(),
  /** Rounded; 0 without tickets. */
  salesPercent: z.int(),
  /** Null for a person who may not see it. */
  revenueCents: cents.nullable(),
  /** Grows by one with each save; cancelling or moving the event names it. */
  version,
})
export type MyEvent = z.output<typeof myEvent>

export const myEvents = z.object({
  /** All of them, the soonest first; a date that is open comes last. On the first page only. */
  upcoming: z.array(myEvent),
  /** The latest first. */
  past: z.array(myEvent),
  nextCursor,
  /** Of the upcoming ones; null on later pages. `revenueCents` is null where none of them is theirs to see. */
  totals: z.object({ tickets: z.int(), revenueCents: cents.nullable() }).nullable(),
})
export type MyEvents = z.output<typeof myEvents>

export const person = z.object({
  personId: id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  relation,
})
export type EventPerson = z.output<typeof person>

export const member = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  memberTypes: z.array(z.string()),
})
export type FoundMember = z.output<typeof member>

export const billBooking = z.object({
  bookingId: id,
  djId: id,
  djName: z.string(),
  avatarUrl: z.string().nullable(),
  /** The kind of event, as the booking says. */
  eventType: z.string(),
  startsAt: iso,
  endsAt: iso,
  isOnBill: z.boolean(),
})
export type BillBooking = z.output<typeof billBooking>
