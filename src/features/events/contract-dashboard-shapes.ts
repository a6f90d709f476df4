import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { isZone } from '~/lib/time'
import { currency, day, id, instant, nextCursor, tax } from '~/platform/rpc/contract'
import { cents, iso } from './contract-shapes'
import { BILLINGS } from './rules/line-up-billing'
import {
  ADDRESS_MAX,
  CAPACITY_MAX,
  DESCRIPTION_MAX,
  NAME_MAX,
  PLACE_MAX,
  PRICE_MAX_CENTS,
  TITLE_MAX,
} from './rules/event-limits'
import { EVENT_ACTIONS, EVENT_RELATIONS } from './rules/event-policy'
import { DASHBOARD_STATUSES } from './rules/event-status'
import { EVENT_TYPES } from './rules/event-type'
import { SECTIONS } from './rules/publish-requirements'

const createLineSchema = (most: number) =>
  z.string().overwrite(cleanSingleLineText).max(most, `Use at most ${most} characters.`)
const createTextSchema = (most: number) =>
  z.string().overwrite(cleanMultiLineText).max(most, `Use at most ${most} characters.`)

export const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Enter a time such as 23:00.')
  .describe('Local clock time at the venue, such as 23:00.')
export const timezone = z.string().max(64).refine(isNamedZone, 'Choose a time zone from the list.')
export const title = createLineSchema(TITLE_MAX).min(1, 'Enter a title.')
export const place = createLineSchema(PLACE_MAX)
export const name = createLineSchema(NAME_MAX)
export const version = z
  .int()
  .min(1)
  .describe('The `version` of the event when you last read it. If it has changed, the call is refused.')

function isNamedZone(text: string): boolean {
  // A bare offset such as `+02:00` is refused, because it has no daylight saving time.
  return /^[A-Za-z]/u.test(text) && isZone(text)
}

export const relation = z.enum(EVENT_RELATIONS)
export const act = z.enum(EVENT_ACTIONS)
const remark = z.object({ section: z.enum(SECTIONS), text: z.string() })

/** The fields of the event editor; `save` changes each one separately. */
export const draftFields = z.object({
  title,
  /** Markdown. */
  description: createTextSchema(DESCRIPTION_MAX),
  eventType: z.enum(EVENT_TYPES, 'Choose a type.'),
  /** The local day of the start. */
  date: day,
  startClock: clock,
  /** When doors open: the last time before the start at which the clock shows this. */
  doorsClock: clock.nullable(),
  /** When the event ends: the next time after the start at which the clock shows this. `06:00` is the next morning. */
  endClock: clock.nullable(),
  timezone,
  venueName: place,
  location: place,
  venueAddress: createLineSchema(ADDRESS_MAX),
  capacity: z
    .int('Enter a whole number.')
    .min(1, 'Enter a whole number, 1 or more.')
    .max(CAPACITY_MAX, 'Enter at most 1,000,000.')
    .nullable(),
  /** 0: all ages. */
  ageRestriction: z.int('Enter a whole number.').min(0).max(99, 'Enter at most 99.').nullable(),
  /** If false, only the people of the event can find the event. */
  isPublic: z.boolean(),
  /**
   * The currency of the event. Changing it needs the permission `money`, and an unpublished event without orders and
   * bookings. Prices keep their number of the smallest unit: $18.00 becomes ¥1,800.
   */
  currency,
  /**
   * Whether ticket prices have no tax, include it, or have it added at checkout. Changing it needs the permission
   * `money`, and an event without orders.
   */
  taxMode: tax.shape.mode,
  /** The rate in millionths: 190,000 are 19%. 0 without tax. Change it together with `taxMode`. */
  taxPpm: tax.shape.ratePpm,
  /**
   * The price at the door if no tickets are sold on this site; 0: free. Null: no price at the door. Changing it needs
   * the permission `money`.
   */
  doorPriceCents: cents.max(PRICE_MAX_CENTS, 'Enter a lower amount.').nullable(),
  /** Whether buyers complete a CAPTCHA before tickets are held. No effect while the operator has not configured one. */
  requiresCaptcha: z.boolean(),
})

export const draftChanges = draftFields.partial()

const billing = z.enum(BILLINGS, 'Choose how the artist is billed.')

export const slotInput = z
  .object({
    /** The id of a member. Without an id, `name` is required. */
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
  /** Whether the member has not answered the request yet. The public page then shows the name without a link. */
  isPending: z.boolean(),
  avatarUrl: z.string().nullable(),
  startsAt: iso.nullable(),
  endsAt: iso.nullable(),
  startClock: z.string().nullable(),
  endClock: z.string().nullable(),
  billing,
  /** The booking that the entry of the line-up came from. */
  bookingId: id.nullable(),
  /** `pending` while the DJ is offered a new date. */
  bookingStatus: z.enum(['pending', 'confirmed', 'completed', 'cancelled']).nullable(),
})
export type Slot = z.output<typeof slot>

export const eventDraft = z.object({
  id,
  ...draftFields.shape,
  // Stored values may be longer than the current limits.
  title: z.string(),
  version,
  /** The start, the doors and the end as instants. */
  startsAt: iso,
  doorsAt: iso.nullable(),
  endsAt: iso.nullable(),
  /** The URL of the uploaded picture. Null: the flyer is drawn from the title. */
  imageUrl: z.string().nullable(),
  status: z.enum(DASHBOARD_STATUSES),
  phase: z.enum(['upcoming', 'on', 'over']),
  statusMessage: z.string(),
  movedFrom: iso.nullable(),
  isDateOpen: z.boolean(),
  refundableUntil: iso.nullable(),
  /** The caller's relations to the event, and the actions they allow. */
  relations: z.array(relation),
  actions: z.array(act),
  /** The first headliner with an account. */
  host: z.object({ id, name: z.string() }).nullable(),
  /** The number of tickets of all types that are sold or held. */
  soldOrHeld: z.int(),
  /** Whether the event is settled or part of its money was paid out. Its start, end and status are then final. */
  isPaidOut: z.boolean(),
  lineUp: z.array(slot),
  /** What prevents publishing; empty while the event is on sale. */
  missing: z.array(remark),
  /** Likely mistakes that do not prevent publishing. */
  warnings: z.array(remark),
  savedAt: iso,
  /** Absolute URL of the public page. A draft has no public page: use `preview`. */
  publicUrl: z.string(),
  /** Whether the event can be deleted: it is a draft without orders. */
  canBeRemoved: z.boolean(),
  /** Whether the currency can't change: the event is published, or has orders or bookings. */
  isCurrencyFinal: z.boolean(),
  /** Whether the tax can't change: the event has orders. */
  isTaxFinal: z.boolean(),
  canRequireCaptcha: z.boolean(),
})
export type EventDraft = z.output<typeof eventDraft>
/** The input of `save` as a browser sends it. */
export type DraftChanges = Partial<z.output<typeof draftFields>>
/** The input of `save` after parsing. */
export type SentChanges = z.output<typeof draftChanges>
export type SlotInput = z.output<typeof slotInput>

/** The summary that the dashboard of an event shows on every page. */
export const eventSummary = z.object({
  id,
  title: z.string(),
  status: z.enum(DASHBOARD_STATUSES),
  startsAt: instant,
  isDateOpen: z.boolean(),
  timezone: z.string(),
  venueName: z.string(),
  location: z.string(),
})

export const myEvent = eventSummary.extend({
  status: z.enum([...DASHBOARD_STATUSES, 'completed']),
  imageUrl: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES),
  relations: z.array(relation),
  actions: z.array(act),
  /** Tickets sold out of `total`; both are 0 for people who only check in. */
  sold: z.int(),
  total: z.int(),
  /** The sold tickets in percent of all, rounded; 0 without tickets. */
  salesPercent: z.int(),
  revenueCents: cents.nullable(),
  currency,
  /**
   * The event's version, which each save increments. Calls that cancel or move the event must send the current one.
   */
  version,
})
export type MyEvent = z.output<typeof myEvent>

export const myEvents = z.object({
  /** All upcoming events, soonest first, events without a date last. On the first page only. */
  upcoming: z.array(myEvent),
  /** Past events, latest first. */
  past: z.array(myEvent),
  nextCursor,
  /**
   * Totals of upcoming events, with revenue by currency; null on later pages. Leaves out events whose revenue the
   * caller may not see.
   */
  totals: z.object({ tickets: z.int(), revenues: z.array(z.object({ currency, cents })) }).nullable(),
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
  /** The event type named in the booking. */
  eventType: z.string(),
  startsAt: instant,
  endsAt: instant,
  isOnBill: z.boolean(),
})
export type BillBooking = z.output<typeof billBooking>
