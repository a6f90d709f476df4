import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { defineCalls, id, bidirectionalPage, instant, pagePosition } from '~/platform/rpc/contract'
import { MAX_GUESTS_PER_REQUEST, MAX_GUESTS, MAX_PLUS_ONES } from './rules/parse-guest-lines'
import { MESSAGE_BODY_MOST, MESSAGE_SUBJECT_MOST, MESSAGES_A_DAY } from './rules/holder-message'
import { MAX_PER_TYPE } from '~/features/orders/rules/selection'

const own = defineCalls('tickets', 'members_area')
const eventId = id
/** A UUID in lower case, as the database returns it. */
const key = z.uuid().toLowerCase()
/** The error of every procedure here for callers without access to the event's guests. */
const EVENT_MISSING = { NOT_FOUND: { status: 404, message: 'Event not found' } }

export const attendeeFilter = z.enum(['all', 'checked_in', 'not_checked_in', 'comp', 'refunded'])
export type AttendeeFilter = z.output<typeof attendeeFilter>

/** A ticket and its holder. Without prices, because managers read it too. */
export const attendee = z.object({
  id,
  number: z.string(),
  typeName: z.string(),
  /** The current holder; after a transfer, not the buyer. */
  name: z.string(),
  /** Empty when no email address is known. */
  email: z.string(),
  status: z.enum(['valid', 'refunded', 'cancelled']),
  isComp: z.boolean(),
  /** The buyer's name when the ticket was transferred. */
  boughtBy: z.string().nullable(),
  checkedInAt: instant.nullable(),
  orderId: id,
  orderNumber: z.string(),
  boughtAt: instant,
})
export type Attendee = z.output<typeof attendee>

export const attendeesOverview = z.object({
  event: z.object({
    id,
    title: z.string(),
    status: z.enum(['draft', 'published', 'postponed', 'cancelled']),
    startsAt: instant,
    endsAt: instant.nullable(),
    isDateOpen: z.boolean(),
    timezone: z.string(),
    venueName: z.string(),
    location: z.string(),
  }),
  canRefund: z.boolean(),
  /** Whether free tickets can be given now. */
  canGiveTickets: z.boolean(),
  counts: z.object({
    all: z.int(),
    checked_in: z.int(),
    not_checked_in: z.int(),
    comp: z.int(),
    refunded: z.int(),
  }),
  /** `people` counts the names and their plus-ones. */
  guests: z.object({ names: z.int(), people: z.int(), arrived: z.int() }),
  /** The ticket types in their order of sale. `free` is the number of tickets that can be given away now. */
  types: z.array(z.object({ id, name: z.string(), free: z.int() })),
})
export type AttendeesOverview = z.output<typeof attendeesOverview>

export const attendees = {
  overview: own(
    'GET',
    '/events/{eventId}/attendees/overview',
    'Counts of attendees, guests and available tickets',
  )
    .meta({ scope: 'tickets:read' })
    .errors(EVENT_MISSING)
    .input(z.object({ eventId }))
    .output(attendeesOverview),

  list: own('GET', '/events/{eventId}/attendees', 'The tickets of an event and their holders, newest first')
    .meta({ scope: 'tickets:read' })
    .errors(EVENT_MISSING)
    .input(
      z.object({
        eventId,
        /** Words of a name or an email address, or a ticket number. */
        q: z.string().max(100).optional(),
        filter: attendeeFilter.default('all'),
        ...bidirectionalPage,
      }),
    )
    .output(
      z.object({
        attendees: z.array(attendee),
        ...pagePosition,
      }),
    ),
}

const guestName = z
  .string()
  .overwrite(cleanSingleLineText)
  .min(1, 'Enter a name.')
  .max(100, 'At most 100 characters.')
const plusOnes = z
  .int('Enter a whole number.')
  .min(0, 'Enter 0 or more.')
  .max(MAX_PLUS_ONES, `At most ${MAX_PLUS_ONES}.`)
const guestOf = z.string().overwrite(cleanSingleLineText).max(100, 'At most 100 characters.')
/** The client creates the id, so that a retry adds the guest once. */
const newGuest = z.object({
  id: key,
  name: guestName,
  plusOnes: plusOnes.default(0),
  guestOf: guestOf.default(''),
})

export const guest = z.object({
  id,
  name: z.string(),
  plusOnes: z.int(),
  guestOf: z.string(),
  arrived: z.int(),
  arrivedAt: instant.nullable(),
})
export type Guest = z.output<typeof guest>

const GUEST_NOT_FOUND = {
  NOT_FOUND: { status: 404, message: 'This guest is no longer on the list. Reload the page.' },
}
const ALREADY_IN = {
  status: 409,
  message: 'This guest is already checked in.',
  data: z.object({ arrived: z.int() }),
}
const LIST_FULL = {
  status: 409,
  message: `A guest list holds at most ${MAX_GUESTS.toLocaleString('en')} names.`,
  data: z.object({ room: z.int() }),
}
const ON_ANOTHER_LIST = {
  status: 409,
  message: 'Another event’s guest list already uses this id. Add the guest with a new id.',
}

export const guests = {
  list: own('GET', '/events/{eventId}/guests', 'The guest list of an event, by name')
    .meta({ scope: 'tickets:read' })
    .errors(EVENT_MISSING)
    .input(z.object({ eventId }))
    .output(z.object({ guests: z.array(guest) })),

  add: own('POST', '/events/{eventId}/guests', 'Add a guest to the guest list')
    .errors({ ...EVENT_MISSING, LIST_FULL, ON_ANOTHER_LIST })
    .input(newGuest.extend({ eventId }))
    .output(z.object({ id })),

  addMany: own(
    'POST',
    '/events/{eventId}/guests/many',
    'Add several guests to the guest list: all of them or none',
  )
    .errors({ ...EVENT_MISSING, LIST_FULL, ON_ANOTHER_LIST })
    .input(z.object({ eventId, guests: z.array(newGuest).min(1).max(MAX_GUESTS_PER_REQUEST) }))
    .output(z.object({ added: z.int() })),

  save: own('PATCH', '/guests/{id}', 'Update a guest')
    .errors({ ...GUEST_NOT_FOUND, ALREADY_IN })
    .input(
      z.object({
        id,
        name: guestName.optional(),
        plusOnes: plusOnes.optional(),
        guestOf: guestOf.optional(),
      }),
    )
    .output(guest),

  remove: own('DELETE', '/guests/{id}', 'Remove a guest from the list')
    .errors({ ...GUEST_NOT_FOUND, ALREADY_IN })
    .input(z.object({ id }))
    .output(z.object({ id })),
}

export const comps = {
  give: own(
    'POST',
    '/events/{eventId}/comps',
    'Give free tickets; they are emailed to the recipient, who needs no account',
  )
    .errors({
      ...EVENT_MISSING,
      TYPE_NOT_FOUND: { status: 404, message: 'These tickets no longer exist. Reload the page.' },
      SOLD_OUT: { status: 409, message: 'Not enough tickets are left. Give fewer, or increase the stock.' },
      EVENT_OFF: {
        status: 409,
        message: 'You can’t give tickets now: the event is over, canceled, or no longer published.',
      },
      KEY_REUSED: { status: 409, message: 'This key belongs to another request. Use a new one.' },
    })
    .input(
      z.object({
        eventId,
        ticketTypeId: key,
        quantity: z
          .int()
          .min(1, 'Choose at least one ticket.')
          .max(MAX_PER_TYPE, `Give at most ${MAX_PER_TYPE} tickets at a time.`),
        name: guestName,
        email: z.email('Enter an address such as name@example.com').max(254),
        /** Created once per gift, so that a retry gives the tickets once. */
        clientKey: key,
      }),
    )
    .output(
      z.object({
        orderId: id,
        /** False when the email address has reached its daily limit of emails, so the tickets are not emailed. */
        isEmailed: z.boolean(),
      }),
    ),
}

export const holderMessage = z.object({
  id,
  subject: z.string(),
  body: z.string(),
  /** The type whose ticket holders got the message; null if all holders did, or if the type was deleted. */
  ticketTypeName: z.string().nullable(),
  /** The sender's name; null if their account was deleted. */
  byName: z.string().nullable(),
  sentAt: instant,
  /**
   * Numbers of recipients: all of them, those reached, and those for whom the server stopped during delivery
   * (`unknown`).
   */
  recipients: z.int(),
  delivered: z.int(),
  unknown: z.int(),
})
export type HolderMessage = z.output<typeof holderMessage>

export const messages = {
  countRecipients: own(
    'GET',
    '/events/{eventId}/messages/recipients',
    'Number of addresses that a message would reach',
  )
    .errors(EVENT_MISSING)
    .input(z.object({ eventId, ticketTypeId: key.optional() }))
    .output(z.object({ people: z.int() })),

  send: own('POST', '/events/{eventId}/messages', 'Email all ticket holders, or those of one ticket type')
    .errors({
      ...EVENT_MISSING,
      NO_TICKET_HOLDERS: { status: 409, message: 'There are no holders of these tickets yet.' },
      DAILY_LIMIT_REACHED: {
        status: 409,
        message: `You can email ticket holders at most ${MESSAGES_A_DAY} times a day per event. Try again tomorrow.`,
        data: z.object({ at: instant }),
      },
      KEY_REUSED: { status: 409, message: 'This key belongs to another message. Use a new one.' },
    })
    .input(
      z.object({
        eventId,
        subject: z
          .string()
          .overwrite(cleanSingleLineText)
          .min(1, 'Enter a subject.')
          .max(MESSAGE_SUBJECT_MOST, `At most ${MESSAGE_SUBJECT_MOST} characters.`),
        body: z
          .string()
          .overwrite(cleanMultiLineText)
          .min(1, 'Enter a message.')
          .max(MESSAGE_BODY_MOST, `At most ${MESSAGE_BODY_MOST.toLocaleString('en')} characters.`),
        ticketTypeId: key.optional(),
        /** Created once per message, so that a retry sends it once. */
        clientKey: key,
      }),
    )
    .output(holderMessage),

  list: own('GET', '/events/{eventId}/messages', 'Messages to the ticket holders of an event, newest first')
    .errors(EVENT_MISSING)
    .input(z.object({ eventId }))
    .output(
      z.object({
        messages: z.array(holderMessage),
        leftToday: z.int(),
      }),
    ),
}
