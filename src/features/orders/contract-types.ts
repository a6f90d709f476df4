import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { defineCalls, id, instant, WRONG_YEAR, YEARS } from '~/platform/rpc/contract'
import { CODE_SHAPE, isSaleCode, readSaleCode } from './rules/sale-code'
import { MAX_CENTS, MAX_STOCK } from './rules/ticket-types'

const own = defineCalls('orders', 'members_area')
const open = defineCalls('orders', 'public')

/** Forms show and accept local time in the event's time zone. */
const momentInput = z.iso
  .datetime({ offset: true, error: 'Choose a date and a time', abort: true })
  .regex(YEARS, WRONG_YEAR)
  .nullable()
const cents = z.int()

const EVENT_MISSING = { status: 404, message: 'Event not found' }
const TYPE_NOT_FOUND = { status: 404, message: 'This ticket type no longer exists. Reload the page.' }
const PROMO_NOT_FOUND = { status: 404, message: 'This promo code no longer exists. Reload the page.' }
const notYours = { NOT_ORGANIZER: { status: 403, message: 'Only the organizer can change prices.' } }
/** The ticket types of a canceled event can't be changed. */
const closed = { EVENT_CLOSED: { status: 409, message: 'Tickets of a canceled event can’t be changed.' } }
const fieldProblems = z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) })
/** Field errors that only the server can detect, in the shape of validation errors, so that `getFieldErrors` reads both. */
const refused = { INVALID: { status: 422, message: 'Check the marked fields.', data: fieldProblems } }

const code = z
  .string()
  .max(60, CODE_SHAPE)
  .overwrite(readSaleCode)
  .refine(isSaleCode, `A code has ${CODE_SHAPE}`)

const typeFields = {
  name: z.string().overwrite(cleanSingleLineText).min(1, 'Enter a name').max(80, 'At most 80 characters'),
  description: z.string().overwrite(cleanSingleLineText).max(300, 'At most 300 characters'),
  priceCents: z
    .int('Enter a price such as 16')
    .min(0, 'A price is at least 0')
    .max(MAX_CENTS, 'Use at most 100,000, or 10,000,000 yen.'),
  stock: z
    .int('Enter a whole number')
    .min(0, 'Stock is at least 0')
    .max(MAX_STOCK, 'At most 1,000,000 tickets'),
  saleStartsAt: momentInput,
  saleEndsAt: momentInput,
  /** Null: the type is visible to everyone. */
  accessCode: code.nullable(),
}

const ticketTypeRow = z.object({
  id,
  name: z.string(),
  description: z.string(),
  priceCents: cents,
  stock: z.int(),
  /** The lowest stock that can be saved: the number of tickets that are sold or held. */
  soldOrHeld: z.int(),
  sold: z.int(),
  saleStartsAt: instant.nullable(),
  saleEndsAt: instant.nullable(),
  accessCode: z.string().nullable(),
  /** Customers on the waitlist. Added stock is offered to them first. */
  waiting: z.int(),
  canBeRemoved: z.boolean(),
})
export type TicketTypeRow = z.output<typeof ticketTypeRow>

/** Every mutation returns the full board, so that a client never merges changes itself. */
export const ticketBoard = z.object({
  types: z.array(ticketTypeRow),
  capacity: z.int().nullable(),
  stockSum: z.int(),
  /** Tickets beyond the venue's capacity. Only a warning, never an error. */
  overCapacity: z.int(),
})
export type TicketBoard = z.output<typeof ticketBoard>

const types = {
  list: own(
    'GET',
    '/events/{eventId}/ticket-types',
    'List the ticket types of your event, including hidden ones',
  )
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND: EVENT_MISSING })
    .input(z.object({ eventId: id }))
    .output(ticketBoard),
  add: own(
    'POST',
    '/events/{eventId}/ticket-types',
    'Add a ticket type. You choose its id, so a retry adds it only once',
  )
    .errors({ NOT_FOUND: EVENT_MISSING, ...closed, ...refused })
    .input(
      z.object({
        eventId: id,
        typeId: z.uuid().toLowerCase().optional(),
        name: typeFields.name,
        priceCents: typeFields.priceCents,
        stock: typeFields.stock,
        description: typeFields.description.default(''),
        saleStartsAt: momentInput.default(null),
        saleEndsAt: momentInput.default(null),
        accessCode: code.nullable().default(null),
        at: z.int().min(0).max(1000).optional(),
      }),
    )
    .output(ticketBoard),
  save: own('PATCH', '/ticket-types/{id}', 'Update the given fields')
    .errors({ NOT_FOUND: TYPE_NOT_FOUND, ...notYours, ...closed, ...refused })
    .input(z.object({ id, changes: z.object(typeFields).partial() }))
    .output(ticketBoard),
  move: own('POST', '/ticket-types/{id}/move', 'Move a ticket type to another position')
    .errors({ NOT_FOUND: TYPE_NOT_FOUND, ...closed })
    .input(z.object({ id, to: z.int().min(0).max(1000) }))
    .output(ticketBoard),
  remove: own('DELETE', '/ticket-types/{id}', 'Delete a ticket type that was never ordered')
    .errors({
      NOT_FOUND: TYPE_NOT_FOUND,
      ...closed,
      WAS_ORDERED: {
        status: 409,
        message: 'These tickets were already ordered. End the sale instead of deleting the type.',
      },
    })
    .input(z.object({ id }))
    .output(ticketBoard),
}

const promoFields = {
  code,
  percent: z
    .int('Enter a whole number from 1 to 100')
    .min(1, 'At least 1%')
    .max(100, 'At most 100%')
    .nullable(),
  amountCents: z
    .int('Enter an amount such as 16')
    .min(1, 'Enter an amount above 0')
    .max(MAX_CENTS, 'Use at most 100,000, or 10,000,000 yen.')
    .nullable(),
  useLimit: z
    .int('Enter a whole number')
    .min(1, 'At least 1 order')
    .max(MAX_STOCK, 'At most 1,000,000 orders')
    .nullable(),
  customerLimit: z
    .int('Enter a whole number')
    .min(1, 'At least 1 order')
    .max(MAX_STOCK, 'At most 1,000,000 orders')
    .nullable(),
  startsAt: momentInput,
  endsAt: momentInput,
}

const promoInput = z.object(promoFields)
export type PromoInput = z.output<typeof promoInput>

export const promoRow = z.object({
  id,
  code: z.string(),
  /** Either a percentage of the ticket price, or an amount off the full order. */
  percent: z.int().nullable(),
  amountCents: cents.nullable(),
  /** The maximum number of orders that may use the code; null: no limit. */
  useLimit: z.int().nullable(),
  customerLimit: z.int().nullable(),
  used: z.int(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  state: z.enum(['open', 'later', 'used_up', 'over']),
  canBeRemoved: z.boolean(),
})
export type PromoRow = z.output<typeof promoRow>

export const promoBoard = z.object({ codes: z.array(promoRow) })
export type PromoBoard = z.output<typeof promoBoard>

const promo = {
  list: own(
    'GET',
    '/events/{eventId}/promo-codes',
    'List the promo codes of an event that you organize, oldest first',
  )
    .meta({ scope: 'orders:read' })
    .errors({ NOT_FOUND: EVENT_MISSING })
    .input(z.object({ eventId: id }))
    .output(promoBoard),
  add: own('POST', '/events/{eventId}/promo-codes', 'Add a promo code')
    .errors({ NOT_FOUND: EVENT_MISSING, ...closed, ...refused })
    .input(
      z.object({
        eventId: id,
        code,
        percent: promoFields.percent.default(null),
        amountCents: promoFields.amountCents.default(null),
        useLimit: promoFields.useLimit.default(null),
        customerLimit: promoFields.customerLimit.default(null),
        startsAt: momentInput.default(null),
        endsAt: momentInput.default(null),
      }),
    )
    .output(promoBoard),
  save: own('PATCH', '/promo-codes/{id}', 'Update the given fields')
    .errors({ NOT_FOUND: PROMO_NOT_FOUND, ...closed, ...refused })
    .input(z.object({ id, changes: promoInput.partial() }))
    .output(promoBoard),
  stop: own('POST', '/promo-codes/{id}/stop', 'End a promo code now; existing orders keep its discount')
    .errors({ NOT_FOUND: PROMO_NOT_FOUND, ...closed })
    .input(z.object({ id }))
    .output(promoBoard),
  remove: own('DELETE', '/promo-codes/{id}', 'Delete a promo code that no order ever used')
    .errors({
      NOT_FOUND: PROMO_NOT_FOUND,
      ...closed,
      CODE_USED: {
        status: 409,
        message: 'An order has used this code, so it can’t be deleted. Stop it instead.',
      },
    })
    .input(z.object({ id }))
    .output(promoBoard),
}

export const unlocked = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('types'),
    code: z.string(),
    types: z.array(
      z.object({
        id,
        name: z.string(),
        description: z.string(),
        priceCents: cents,
        available: z.int(),
        saleStartsAt: instant.nullable(),
        saleEndsAt: instant.nullable(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('promo'),
    code: z.string(),
    percent: z.int().nullable(),
    amountCents: cents.nullable(),
    endsAt: instant.nullable(),
  }),
])
export type Unlocked = z.output<typeof unlocked>

const unlock = open('POST', '/events/{eventId}/unlock', 'Look up what a code unlocks, or its discount')
  .errors({
    NOT_FOUND: { status: 404, message: 'This code isn’t valid for this event. Check it for typos.' },
    CODE_NOT_YET_VALID: { status: 409, message: 'This code isn’t valid yet. Try later, or buy without it.' },
    CODE_EXPIRED: { status: 409, message: 'This code has expired. You can buy without it.' },
    CODE_USED_UP: { status: 409, message: 'This code has reached its limit. You can buy without it.' },
  })
  .input(z.object({ eventId: id, code: z.string().max(60).overwrite(readSaleCode) }))
  .output(unlocked)

export const typesContract = { types, promo, unlock }
