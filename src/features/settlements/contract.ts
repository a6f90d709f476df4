import { z } from 'zod'
import { defineCursor, timeCursor } from '~/lib/cursor'
import { currency, defineCalls, id, instant, nextCursor, pageAfter, tax } from '~/platform/rpc/contract'
import { settlementContract } from './contract-settlement'
import { STATEMENT_FILTERS, STATEMENT_LINES } from './rules/statement-line'
import { isMonth } from './rules/statement-month'

/** Cents of the organizer: what they are owed is positive. */
const signedCents = z.int()
const day = z.iso.date()
const month = z.string().refine(isMonth, 'Use a month such as 2026-12.')
const line = z.enum(STATEMENT_LINES)

/** An entry belongs to the month of the day on which it was posted, where its event was. */
const filters = {
  /** The current month by default. */
  month: month.optional(),
  kind: z.enum(STATEMENT_FILTERS).optional(),
  event: id.optional(),
  currency: currency.optional(),
}
const statementInput = z.object(filters)

/** The period of a statement as a file, which is always complete and in one currency. */
export const statementPeriod = z.strictObject({ month: month.optional(), currency: currency.optional() })

/** The year of a list as a file, which is also complete. */
export const statementYear = z.strictObject({
  year: z.string().regex(/^20\d\d$/u),
  currency: currency.optional(),
})

/** The id of the last entry. Ids ascend in the order of posting. */
export const entryCursor = defineCursor('int')

/** Filters of entries, for the list and the CSV file. */
export const entryFilters = z.object({
  ...filters,
  month: z.union([month, z.literal('all')]).optional(),
  /** Only one line of the statement. */
  line: line.optional(),
  /** A part of the order number. */
  q: z.string().trim().max(100, 'Search with at most 100 characters').optional(),
})

const eventFields = {
  id,
  title: z.string(),
  startsAt: instant,
  timezone: z.string(),
  isDateOpen: z.boolean(),
}

const balance = z.object({
  currency,
  nextPayoutCents: signedCents,
  heldCents: signedCents,
  /** The sum of the two. Disputed amounts are deducted. */
  balanceCents: signedCents,
  /** The organizer's share of what banks hold until they decide on disputes. */
  disputedCents: z.int().min(0),
})
export type MoneyBalance = z.output<typeof balance>

export const overview = z.object({
  /** One for each currency, that of the latest event first. Without entries there is one of zero. */
  balances: z.array(balance).min(1),
  dispute: z.object({
    /** Disputes that can still be answered. */
    open: z.int().min(0),
    /** The one whose answer is due first. */
    next: z.object({ id: z.string(), dueBy: instant.nullable(), timezone: z.string() }).nullable(),
  }),
  /** Events with entries, the latest first, what is owed for each, and what of it is held until it is settled. */
  events: z.array(z.object({ ...eventFields, currency, cents: signedCents, heldCents: signedCents })),
})
export type MoneyOverview = z.output<typeof overview>

export const statementLine = z.object({
  line,
  firstDay: day,
  lastDay: day,
  cents: signedCents,
  entries: z.int(),
  /** Sold or refunded ones. */
  tickets: z.int(),
  /** Disputes that no bank has decided, on the lines of disputes and their fees. */
  openDisputes: z.int(),
  /** The first deadline of these disputes; null when none can be answered. */
  evidenceDueBy: instant.nullable(),
  /** Balance after this line; null when filtered. */
  balanceCents: signedCents.nullable(),
})
export type StatementRow = z.output<typeof statementLine>

export const statement = z.object({
  month,
  /** The currency of all amounts. Without a filter: that of the latest event. */
  currency,
  currentMonth: month,
  /** The month of the oldest entry; null without any. */
  firstMonth: month.nullable(),
  /** Both null when filtered. */
  openingCents: signedCents.nullable(),
  closingCents: signedCents.nullable(),
  /** The last day of the month, or today. */
  closingDay: day,
  /** The sum of the lines. */
  cents: signedCents,
  events: z.array(
    z.object({
      event: z.object({
        ...eventFields,
        tax,
        imageUrl: z.string().nullable(),
        status: z.enum(['draft', 'published', 'postponed', 'cancelled']),
        isPast: z.boolean(),
      }),
      cents: signedCents,
      lines: z.array(statementLine),
    }),
  ),
})
export type Statement = z.output<typeof statement>

export const entry = z.object({
  id: z.int(),
  line,
  /** Decides the month. */
  day,
  postedAt: instant,
  cents: signedCents,
  currency,
  tickets: z.int(),
  orderNumber: z.string().nullable(),
  /** Empty after the buyer deleted their account. */
  buyerName: z.string(),
  event: z.object({ id, title: z.string(), timezone: z.string(), tax }),
})
export type Entry = z.output<typeof entry>

export const entryPage = z.object({ entries: z.array(entry), nextCursor })

export const payout = z.object({
  id,
  event: z.object({ id, title: z.string(), timezone: z.string() }),
  reason: z.enum(['deposit', 'guaranteed_fee', 'settlement', 'adjustment', 'offset']),
  /** Negative for the reversal of an earlier one. */
  cents: signedCents,
  currency,
  /** Null while it waits. */
  sentAt: instant.nullable(),
})
export type Payout = z.output<typeof payout>

export const payoutPage = z.object({ payouts: z.array(payout), nextCursor })

const inArea = defineCalls('settlements', 'members_area')
const errors = { NOT_FOUND: { status: 404, message: 'Event not found' } }

export const settlementsContract = {
  settlement: settlementContract,
  money: {
    overview: inArea('GET', '/me/money', 'What the caller is owed for their events').output(overview),
    statement: inArea('GET', '/me/money/statement', 'The caller’s entries of a month, by event')
      .errors(errors)
      .input(statementInput)
      .output(statement),
    entries: inArea('GET', '/me/money/entries', 'The single entries of a month, newest first')
      .errors(errors)
      .input(entryFilters.extend({ after: pageAfter(entryCursor) }))
      .output(entryPage),
    payouts: inArea('GET', '/me/money/payouts', 'The caller’s payouts, newest first')
      .input(z.object({ after: pageAfter(timeCursor) }))
      .output(payoutPage),
  },
}
