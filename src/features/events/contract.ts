import { z } from 'zod'
import { findCursor } from '~/lib/time-cursor'
import { call, id } from '~/platform/rpc/contract'
import { EVENT_STATUSES } from './rules/event-phase'
import { EVENT_TYPES } from './rules/event-type'
import { isWhen } from './rules/event-window'

const iso = z.iso.datetime()
const cents = z.int().min(0)

const eventCard = z.object({
  id,
  title: z.string(),
  eventType: z.enum(EVENT_TYPES),
  startsAt: iso,
  /** IANA name; times are shown in it. */
  timezone: z.string(),
  venueName: z.string(),
  location: z.string(),
  imageUrl: z.string().nullable(),
  /** The lowest price of its ticket types, else the price of the event, else 0; as this house shows prices. */
  fromCents: cents,
  /** Neither sold nor held by somebody who is paying. */
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

const eventDetail = eventCard.extend({
  description: z.string(),
  status: z.enum(EVENT_STATUSES),
  phase: z.enum(['upcoming', 'on', 'over']),
  doorsAt: iso.nullable(),
  endsAt: iso.nullable(),
  updatedAt: iso,
  venueAddress: z.string(),
  capacity: z.int().nullable(),
  ageRestriction: z.int().nullable(),
  organizerName: z.string().nullable(),
  host: z
    .object({
      id,
      name: z.string(),
      bio: z.string().nullable(),
      avatarUrl: z.string().nullable(),
      isVerified: z.boolean(),
      genre: z.string().nullable(),
      /** False: there is no page to link to. */
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
  ticketTypes: z.array(ticketType),
})
export type EventDetail = z.output<typeof eventDetail>

const listInput = z.object({
  /** Words that must occur in title or location. */
  q: z.string().trim().max(100, 'Search with at most 100 characters').optional(),
  /** `tonight`, `weekend` or a month such as `2026-12`, each in the event's own zone. */
  when: z.string().refine(isWhen, 'Choose tonight, weekend or a month such as 2026-12').optional(),
  types: z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length).optional(),
  /** `nextCursor` of the page before. */
  after: z
    .string()
    .max(64)
    .refine((text) => findCursor(text) !== undefined, 'Not a place in this list')
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).default(24),
})
export type ListEventsInput = z.input<typeof listInput>

/** Of a whole list. Not exact: at least so many. */
const total = z.object({ count: z.int(), isExact: z.boolean() })
export type ListTotal = z.output<typeof total>

const eventPage = z.object({
  events: z.array(eventCard),
  nextCursor: z.string().nullable(),
  /** On the first page only. */
  total: total.nullable(),
})
export type EventPage = z.output<typeof eventPage>

const read = call.meta({ access: 'public' })
const calendarFile = z.object({ text: z.string(), updatedAt: iso })

export const eventsContract = {
  list: read
    .route({
      method: 'GET',
      path: '/events',
      tags: ['events'],
      summary: 'Public, published events that have not begun, the next one first',
    })
    .input(listInput)
    .output(eventPage),
  featured: read
    .route({ method: 'GET', path: '/events/featured', tags: ['events'], summary: 'The next few events' })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(6).default(6) }))
    .output(z.object({ events: z.array(eventCard), total })),
  get: read
    .route({ method: 'GET', path: '/events/{id}', tags: ['events'], summary: 'One event with its tickets' })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ id }))
    .output(eventDetail),
  calendar: read
    .route({
      method: 'GET',
      path: '/events/calendar',
      tags: ['events'],
      summary: 'The next events as iCalendar text',
    })
    .output(calendarFile),
  eventCalendar: read
    .route({
      method: 'GET',
      path: '/events/{id}/calendar',
      tags: ['events'],
      summary: 'One event as iCalendar text',
    })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ id }))
    .output(calendarFile),
  site: read
    .route({
      method: 'GET',
      path: '/site/address',
      tags: ['events'],
      summary: 'Where the product is reached',
    })
    .output(z.object({ publicUrl: z.string() })),
  addresses: read
    .route({
      method: 'GET',
      path: '/events/addresses',
      tags: ['events'],
      summary: 'Ids of public events for the sitemap, at most 40,000',
    })
    .output(z.object({ events: z.array(z.object({ id, updatedAt: iso })) })),
}
