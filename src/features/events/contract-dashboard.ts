import { z } from 'zod'
import { currency, defineCalls, day, id, pageAfter } from '~/platform/rpc/contract'
import { PAYEE_NEEDED, waiverRequest } from './contract-payee'
import { CHANGED, INVALID, NOT_FOUND, NOT_NOW } from './contract-dashboard-errors'
import {
  billBooking,
  clock,
  draftChanges,
  eventDraft,
  myEvents,
  place,
  slotInput,
  timezone,
  title,
  version,
} from './contract-dashboard-shapes'
import { eventDetail, iso } from './contract-shapes'
import { team } from './contract-dashboard-team'
import { SLOTS_MAX } from './rules/event-limits'
import { dayCursor } from './rules/day-cursor'
import { EVENT_TYPES } from './rules/event-type'
import { TRAFFIC_SOURCES } from './rules/traffic-source'

export type {
  BillBooking,
  DraftChanges,
  EventDraft,
  EventPerson,
  FoundMember,
  Slot,
} from './contract-dashboard-shapes'

const own = defineCalls('event dashboard', 'members_area')
const members = defineCalls('event dashboard', 'member')
const signedIn = defineCalls('event dashboard', 'signed_in')
const everyone = defineCalls('event dashboard', 'public')

const event = z.object({ id })
const versioned = z.object({ id, version })
const saved = z.object({ version, savedAt: iso })
const clientKey = z
  .uuid()
  .describe('A new UUID for each draft. Repeat it when you retry, so that only one draft is created.')

/**
 * Calls to create, edit and publish an event and to manage its team. rules/event-policy.ts defines who may call them.
 */
export const dashboard = {
  listOwn: signedIn('GET', '/me/events', 'List the events that the caller organizes, hosts or helps with')
    .meta({ scope: 'events:read' })
    .input(
      z.object({
        /** The cursor of the next page of past events. */
        after: pageAfter(dayCursor),
      }),
    )
    .output(myEvents),

  create: members('POST', '/me/events', 'Create a draft')
    .meta({ scope: 'events:write' })
    .errors({ INVALID })
    .input(
      z.object({
        title,
        eventType: z.enum(EVENT_TYPES, 'Choose a type.'),
        date: day,
        startsAt: clock,
        endsAt: clock.nullish(),
        doorsAt: clock.nullish(),
        timezone: timezone
          .optional()
          .describe('An IANA time zone. Default: that of the city in `location` or `venueName`.'),
        venueName: place.optional(),
        location: place.optional(),
        clientKey,
      }),
    )
    .output(event),

  get: own('GET', '/me/events/{id}', 'Get an event for editing')
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND })
    .input(event)
    .output(eventDraft),

  save: own('PATCH', '/me/events/{id}', 'Change some fields of an event')
    .meta({ scope: 'events:write' })
    .errors({ NOT_FOUND, CHANGED, INVALID, NOT_NOW })
    .input(z.object({ id, version, changes: draftChanges }))
    .output(saved),

  saveLineUp: own('PUT', '/me/events/{id}/line-up', 'Replace the line-up, in this order')
    .meta({ scope: 'events:write' })
    .errors({ NOT_FOUND, CHANGED, INVALID, NOT_NOW })
    .input(
      z.object({
        id,
        version,
        slots: z.array(slotInput).max(SLOTS_MAX, `Enter at most ${SLOTS_MAX} names.`),
      }),
    )
    .output(saved),

  bookings: own('GET', '/me/events/{id}/bookings', "List the organizer's confirmed bookings around the event")
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND })
    .input(event)
    /**
     * `otherCurrencies` are the currencies of bookings that can't be added, because the event has another currency.
     */
    .output(z.object({ bookings: z.array(billBooking), otherCurrencies: z.array(currency) })),

  addBooking: own(
    'POST',
    '/me/events/{id}/bookings/{bookingId}',
    'Add a booked DJ to the line-up, with the times of the booking',
  )
    .errors({
      NOT_FOUND,
      CHANGED,
      NOT_NOW,
      ON_BILL: { status: 409, message: 'This booking is already on the line-up.' },
    })
    .input(z.object({ id, bookingId: id, version }))
    .output(saved),

  ...team,

  publish: own('POST', '/me/events/{id}/publish', 'Publish an event')
    .errors({
      NOT_FOUND,
      CHANGED,
      NOT_NOW,
      INCOMPLETE: {
        status: 422,
        message: 'Complete the missing details before you publish.',
        data: z.object({ missing: eventDraft.shape.missing }),
      },
      PAYEE_NEEDED,
    })
    .input(versioned)
    .output(saved),

  requestWaiver: own(
    'POST',
    '/me/events/{id}/payee-waiver',
    'Ask the admins to sell tickets without a payout account; a repeated request changes nothing',
  )
    .errors({ NOT_FOUND, NOT_NOW })
    .input(event)
    .output(waiverRequest),

  unpublish: own('POST', '/me/events/{id}/unpublish', 'Unpublish an event while no tickets are sold or held')
    .errors({
      NOT_FOUND,
      CHANGED,
      NOT_NOW,
      SOLD: {
        status: 409,
        message: 'Tickets are sold or held, so it stays public. Cancel or postpone it instead.',
      },
    })
    .input(versioned)
    .output(saved),

  duplicate: members(
    'POST',
    '/me/events/{id}/duplicate',
    'Duplicate an event as a draft, on the same weekday of a coming week',
  )
    .meta({ scope: 'events:write' })
    .errors({ NOT_FOUND })
    .input(event)
    .output(event),

  remove: own('DELETE', '/me/events/{id}', 'Delete a draft without orders')
    .errors({
      NOT_FOUND,
      NOT_NOW: { status: 409, message: 'Only a draft without orders can be deleted.' },
    })
    .input(event)
    .output(z.object({})),

  removeImage: own('DELETE', '/me/events/{id}/image', 'Remove the picture; the flyer is drawn again')
    .errors({ NOT_FOUND, NOT_NOW })
    .input(event)
    .output(saved),

  preview: own('GET', '/me/events/{id}/preview', 'Preview the page as a visitor sees it')
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND })
    .input(event)
    .output(eventDetail),

  seen: everyone('POST', '/events/{id}/seen', 'Count a view of the event page')
    .meta({ isUnseenWrite: true })
    .input(z.object({ id, source: z.enum(TRAFFIC_SOURCES) }))
    .output(z.object({})),
}
