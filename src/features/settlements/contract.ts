import { z } from 'zod'
import { defineCursor, timeCursor } from '~/lib/cursor'
import { currency, defineCalls, id, instant, nextCursor, pageAfter, tax } from '~/platform/rpc/contract'
import { settlementContract } from './contract-settlement'
import { STATEMENT_FILTERS, STATEMENT_LINES } from './rules/statement-line'
import { isMonth } from './rules/statement-month'

/** An amount from the caller's view: positive if the caller is owed it, negative if they owe it. */
const signedCents = z.int()
const day = z.iso.date()
const month = z.string().refine(isMonth, 'Use a month such as 2026-12.')
const line = z.enum(STATEMENT_LINES)

/**
 * Filters of ledger entries. An entry belongs to the month in which it was posted, by its event's time zone at that
 * moment.
 */
const filters = {
  /** The current month by default. */
  month: month.optional(),
  kind: z.enum(STATEMENT_FILTERS).optional(),
  event: id.optional(),
  currency: currency.optional(),
}
const statementInput = z.object(filters)

/** The period of a statement that is downloaded. Such a file is unfiltered and in one currency. */
export const statementPeriod = z.strictObject({ month: month.optional(), currency: currency.optional() })

/**
 * The year of a file with the sums of each month. It is unfiltered and in one currency, like a downloaded statement.
 */
export const statementYear = z.strictObject({
  year: z.string().regex(/^20\d\d$/u),
  currency: currency.optional(),
})

/** The cursor of a page of ledger entries: the id of its last entry. Ids ascend in the order of posting. */
export const entryCursor = defineCursor('int')

/** Filters of entries, for the list and the CSV file. */
export const entryFilters = z.object({
  ...filters,
  month: z.union([month, z.literal('all')]).optional(),
  /** Selects the entries of one line of the statement. */
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
  /** The sum of the next payout and the held amount. Disputed amounts are already deducted. */
  balanceCents: signedCents,
  /** The organizer's part of the amounts that banks hold until they decide on disputes. */
  disputedCents: z.int().min(0),
})
export type MoneyBalance = z.output<typeof balance>

export const overview = z.object({
  /**
   * A balance for each currency, starting with the currency of the latest event. Without entries, a single balance of
   * zero.
   */
  balances: z.array(balance).min(1),
  dispute: z.object({
    /** The number of disputes that can still be answered. */
    open: z.int().min(0),
    /** The dispute with the first deadline. */
    next: z.object({ id: z.string(), dueBy: instant.nullable(), timezone: z.string() }).nullable(),
  }),
  /**
   * Events with ledger entries, the latest first. `cents` is the amount owed for the event, `heldCents` the part that
   * is held until the event is settled.
   */
  events: z.array(z.object({ ...eventFields, currency, cents: signedCents, heldCents: signedCents })),
})
export type MoneyOverview = z.output<typeof overview>

export const statementLine = z.object({
  line,
  firstDay: day,
  lastDay: day,
  cents: signedCents,
  entries: z.int(),
  /** The number of tickets sold or refunded. */
  tickets: z.int(),
  /** The number of disputes without a bank's decision; 0 on lines other than disputes and their fees. */
  openDisputes: z.int(),
  /** The first deadline of these disputes; null when none can be answered. */
  evidenceDueBy: instant.nullable(),
  /** Balance after this line; null when filtered. */
  balanceCents: signedCents.nullable(),
})
export type StatementRow = z.output<typeof statementLine>

export const statement = z.object({
  month,
  /** The currency of all amounts. Without a filter, the currency of the latest event. */
  currency,
  currentMonth: month,
  /** The month of the oldest ledger entry; null without entries. */
  firstMonth: month.nullable(),
  /** The opening and the closing balance are null when filtered. */
  openingCents: signedCents.nullable(),
  closingCents: signedCents.nullable(),
  /** The day of the closing balance: the last day of the month, or today in the current month. */
  closingDay: day,
  /** The sum of all lines. */
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
  /** The day of posting in the event's time zone. It decides in which month the entry is listed. */
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
  /** Negative for the reversal of an earlier payout. */
  cents: signedCents,
  currency,
  /** Null until the payout is sent. */
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
