import { z } from 'zod'
import { defineCalls, id, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { dashboard } from './contract-dashboard'
import { lineUp } from './contract-line-up'
import { numbers } from './contract-numbers'
import { eventCard, eventDetail, iso } from './contract-shapes'
import { EVENT_TYPES } from './rules/event-type'
import { isDateFilter } from './rules/event-window'
import { dayCursor } from './rules/day-cursor'

export type { EventCard, EventDetail } from './contract-shapes'

const listInput = z.object({
  /** Words that must occur in title or location. */
  q: z.string().trim().max(100, 'Search with at most 100 characters').optional(),
  /** `tonight`, `weekend` or a month such as `2026-12`, each in the event's own time zone. */
  date: z.string().refine(isDateFilter, 'Choose tonight, weekend or a month such as 2026-12').optional(),
  types: z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length).optional(),
  after: pageAfter(dayCursor),
  limit: pageLimit(50, 24),
})
export type ListEventsInput = z.input<typeof listInput>

/** Size of the full list. If not exact, a lower bound. */
const total = z.object({ count: z.int(), isExact: z.boolean() })
export type ListTotal = z.output<typeof total>

const eventPage = z.object({
  events: z.array(eventCard),
  nextCursor,
  /** The size of the full list; null on later pages. */
  total: total.nullable(),
  /** True if nothing matches the search exactly, and these events only have similar words. */
  isSimilar: z.boolean(),
})
export type EventPage = z.output<typeof eventPage>

const read = defineCalls('events', 'public')
const calendarFile = z.object({ text: z.string(), updatedAt: iso })

export const eventsContract = {
  list: read('GET', '/events', 'List upcoming public events, by the day in their city')
    .meta({ scope: 'events:read' })
    .input(listInput)
    .output(eventPage),
  featured: read('GET', '/events/featured', 'List the next few events')
    .meta({ scope: 'events:read' })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(6).default(6) }))
    .output(z.object({ events: z.array(eventCard), total })),
  get: read('GET', '/events/{id}', 'Get an event with its ticket types')
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ id }))
    .output(eventDetail),
  calendar: read('GET', '/events/calendar', 'Get the next events as iCalendar')
    .meta({ reads: 'replica' })
    .output(calendarFile),
  eventCalendar: read('GET', '/events/{id}/calendar', 'Get an event as iCalendar')
    .meta({ reads: 'replica' })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ id }))
    .output(calendarFile),
  site: read('GET', '/site/address', 'Get the address of the site').output(
    z.object({ publicUrl: z.string() }),
  ),
  addresses: read('GET', '/events/addresses', 'List ids of public events for the sitemap, at most 40,000')
    .meta({ reads: 'replica' })
    .output(z.object({ events: z.array(z.object({ id, updatedAt: iso })) })),
  dashboard,
  lineUp,
  numbers,
}
