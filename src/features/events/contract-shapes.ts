import { z } from 'zod'
import { currency, id, tax } from '~/platform/rpc/contract'
import { EVENT_STATUSES } from './rules/event-phase'
import { EVENT_TYPES } from './rules/event-type'

export const iso = z.iso.datetime()
export const cents = z.int().min(0)

export const eventCard = z.object({
  id,
  title: z.string(),
  eventType: z.enum(EVENT_TYPES),
  startsAt: iso,
  /** IANA name; times are shown in this zone. */
  timezone: z.string(),
  venueName: z.string(),
  location: z.string(),
  imageUrl: z.string().nullable(),
  currency,
  /**
   * The lowest price of the event's ticket types. Without ticket types, the price at the door, or 0. Includes fee and
   * added tax if the site shows prices with the fee.
   */
  fromCents: cents,
  /** The service fee that an order adds to `fromCents`; 0 when prices include it or no tickets are sold here. */
  fromFeeCents: cents,
  /** The tax that an order adds to `fromCents`; 0 when prices include it or have none. */
  fromTaxCents: cents,
  /** The number of tickets that are neither sold nor held. */
  available: z.int(),
  hostName: z.string().nullable(),
})
export type EventCard = z.output<typeof eventCard>

const ticketType = z.object({
  id,
  name: z.string(),
  description: z.string(),
  priceCents: cents,
  available: z.int().min(0),
  saleStartsAt: iso.nullable(),
  saleEndsAt: iso.nullable(),
})

export const eventDetail = eventCard.extend({
  /** Markdown source. */
  description: z.string(),
  /** HTML of the description, safe to insert. Empty without a description. */
  descriptionHtml: z.string(),
  status: z.enum(EVENT_STATUSES),
  phase: z.enum(['upcoming', 'on', 'over']),
  /** Why the event was postponed or cancelled, in the words of the organizer; may be empty. */
  statusMessage: z.string(),
  /** The date before the event was moved. */
  movedFrom: iso.nullable(),
  /** True if the event is postponed without a new date. `startsAt` is still the old one. */
  isDateOpen: z.boolean(),
  /** The end of the period in which ticket holders can get a refund. */
  refundableUntil: iso.nullable(),
  doorsAt: iso.nullable(),
  endsAt: iso.nullable(),
  updatedAt: iso,
  venueAddress: z.string(),
  capacity: z.int().nullable(),
  ageRestriction: z.int().nullable(),
  taxMode: tax.shape.mode,
  taxPpm: tax.shape.ratePpm,
  organizerName: z.string().nullable(),
  host: z
    .object({
      id,
      name: z.string(),
      bio: z.string().nullable(),
      avatarUrl: z.string().nullable(),
      isVerified: z.boolean(),
      genre: z.string().nullable(),
      /** Whether the host has a public page to link to. */
      isPublic: z.boolean(),
    })
    .nullable(),
  lineUp: z.array(
    z.object({
      name: z.string(),
      djId: id.nullable(),
      startsAt: iso.nullable(),
      endsAt: iso.nullable(),
    }),
  ),
  /** The CAPTCHA that buyers complete to reserve tickets; null if none is required. */
  captcha: z.object({ kind: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() }).nullable(),
  /** The ticket types without hidden ones, which need a code. */
  ticketTypes: z.array(ticketType),
})
export type EventDetail = z.output<typeof eventDetail>
