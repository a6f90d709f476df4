import { z } from 'zod'
import { call, day, id, pageAfter } from '~/platform/rpc/contract'
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

const tags = ['event dashboard']
const own = call.meta({ access: 'members_area' })
const members = call.meta({ access: 'member' })
const signedIn = call.meta({ access: 'signed_in' })
const everyone = call.meta({ access: 'public' })

const event = z.object({ id })
const versioned = z.object({ id, version })
const saved = z.object({ version, savedAt: iso })
const clientKey = z.uuid()

/** From a draft to a published event, and its team; rules/event-policy.ts defines the permissions. */
export const dashboard = {
  listOwn: signedIn
    .route({
      method: 'GET',
      path: '/me/events',
      tags,
      summary: 'List the events that the caller organizes, hosts or helps with',
    })
    .input(
      z.object({
        /** Continues with more past events. */
        after: pageAfter(dayCursor),
      }),
    )
    .output(myEvents),

  create: members
    .route({ method: 'POST', path: '/me/events', tags, summary: 'Create a draft' })
    .errors({ INVALID })
    .input(
      z.object({
        title,
        eventType: z.enum(EVENT_TYPES, 'Choose a type.'),
        date: day,
        /** Local clock times, as in a draft. */
        startsAt: clock,
        endsAt: clock.nullish(),
        doorsAt: clock.nullish(),
        /** Defaults to the time zone of the city, or of the city in the venue's name. */
        timezone: timezone.optional(),
        venueName: place.optional(),
        location: place.optional(),
        /** Idempotency key from the browser: repeats create one draft. */
        clientKey,
      }),
    )
    .output(event),

  get: own
    .route({ method: 'GET', path: '/me/events/{id}', tags, summary: 'Get an event for editing' })
    .errors({ NOT_FOUND })
    .input(event)
    .output(eventDraft),

  save: own
    .route({ method: 'PATCH', path: '/me/events/{id}', tags, summary: 'Change some fields of an event' })
    .errors({ NOT_FOUND, CHANGED, INVALID, NOT_NOW })
    .input(z.object({ id, version, changes: draftChanges }))
    .output(saved),

  saveLineUp: own
    .route({
      method: 'PUT',
      path: '/me/events/{id}/line-up',
      tags,
      summary: 'Replace the line-up, in this order',
    })
    .errors({ NOT_FOUND, CHANGED, INVALID, NOT_NOW })
    .input(
      z.object({
        id,
        version,
        slots: z.array(slotInput).max(SLOTS_MAX, `Enter at most ${SLOTS_MAX} names.`),
      }),
    )
    .output(saved),

  bookings: own
    .route({
      method: 'GET',
      path: '/me/events/{id}/bookings',
      tags,
      summary: "List the organizer's confirmed bookings around the event",
    })
    .errors({ NOT_FOUND })
    .input(event)
    .output(z.object({ bookings: z.array(billBooking) })),

  addBooking: own
    .route({
      method: 'POST',
      path: '/me/events/{id}/bookings/{bookingId}',
      tags,
      summary: 'Add a booked DJ to the line-up, with the times of the booking',
    })
    .errors({
      NOT_FOUND,
      CHANGED,
      NOT_NOW,
      ON_BILL: { status: 409, message: 'This booking is already on the line-up.' },
    })
    .input(z.object({ id, bookingId: id, version }))
    .output(saved),

  ...team,

  publish: own
    .route({ method: 'POST', path: '/me/events/{id}/publish', tags, summary: 'Publish an event' })
    .errors({
      NOT_FOUND,
      CHANGED,
      NOT_NOW,
      INCOMPLETE: {
        status: 422,
        message: 'Complete the missing details before you publish.',
        data: z.object({ missing: eventDraft.shape.missing }),
      },
    })
    .input(versioned)
    .output(saved),

  unpublish: own
    .route({
      method: 'POST',
      path: '/me/events/{id}/unpublish',
      tags,
      summary: 'Unpublish an event while no tickets are sold or held',
    })
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

  duplicate: members
    .route({
      method: 'POST',
      path: '/me/events/{id}/duplicate',
      tags,
      summary: 'Duplicate an event as a draft, on the same weekday of a coming week',
    })
    .errors({ NOT_FOUND })
    .input(event)
    .output(event),

  remove: own
    .route({
      method: 'DELETE',
      path: '/me/events/{id}',
      tags,
      summary: 'Delete a draft without orders',
    })
    .errors({
      NOT_FOUND,
      NOT_NOW: { status: 409, message: 'Only a draft without orders can be deleted.' },
    })
    .input(event)
    .output(z.object({})),

  removeImage: own
    .route({
      method: 'DELETE',
      path: '/me/events/{id}/image',
      tags,
      summary: 'Remove the picture; the flyer is drawn again',
    })
    .errors({ NOT_FOUND, NOT_NOW })
    .input(event)
    .output(saved),

  preview: own
    .route({
      method: 'GET',
      path: '/me/events/{id}/preview',
      tags,
      summary: 'Preview the page as a visitor sees it',
    })
    .errors({ NOT_FOUND })
    .input(event)
    .output(eventDetail),

  seen: everyone
    .route({
      method: 'POST',
      path: '/events/{id}/seen',
      tags,
      summary: 'Count a view of the event page',
    })
    .input(z.object({ id, source: z.enum(TRAFFIC_SOURCES) }))
    .output(z.object({})),
}
