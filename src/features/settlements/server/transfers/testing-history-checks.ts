import { CLOSE_AFTER_DAYS } from '../../rules/settlement-deadlines'
import { isBalanced, listSides } from '../settlement/get-settlement'
import { getStatement } from '../statement/get-statement'
import { OBJECTION_HOURS } from './release-fees'
import { type HistoryEvent, isAccount } from './testing-history-event'
import type { Snapshot, TransferRow } from './testing-history-rows'

/** Returns a difference as `<name>: <actual>, expected <expected>`, and nothing if there is none. */
export const compare = (name: string, actual: number, expected: number): string[] =>
  actual === expected ? [] : [`${name}: ${actual}, expected ${expected}`]

export const sumCents = (parts: readonly { cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0)

/** Lists inconsistencies of the ledger and the sheet. */
export function checkBooks({ rows, found }: Snapshot): string[] {
  const { sheet } = found
  const { grossCents, refundsCents, feesCents, disputesCents, taxCents, costsCents, netCents } = sheet
  const { ratePpm } = found.event.tax
  const salesCents = Math.max(grossCents - refundsCents - disputesCents, 0)
  const parts = sheet.shares.map(({ transferCents, releasedCents }) => transferCents + releasedCents)
  return [
    ...compare('transactions that do not sum to zero', rows.unbalanced, 0),
    ...compare('the sum of all accounts', rows.sumCents, 0),
    ...(isBalanced(found) ? [] : [`the sheet has ${sheet.balanceCents}, the ledger ${found.ledgerCents}`]),
    ...compare(
      'the shares',
      parts.reduce((sum, cents) => sum + cents, sheet.organizerCents),
      found.ledgerCents - sheet.depositsCents,
    ),
    // Payments for bookings aren't taxed, because they aren't income.
    ...compare('the tax', taxCents, Math.round((salesCents * ratePpm) / (1_000_000 + ratePpm))),
    ...compare(
      'the net',
      netCents,
      grossCents - refundsCents - feesCents - disputesCents - taxCents - costsCents,
    ),
    ...checkPriority(found),
    ...sheet.shares.flatMap(({ bookingId, transferCents, missingCents }) =>
      transferCents < 0 || missingCents < 0 ? [`the share of ${bookingId} is negative`] : [],
    ),
  ]
}

/** Lists the bookings whose DJ doesn't get the organizer's payment for this booking first. */
function checkPriority({ sheet, bookings }: Snapshot['found']): string[] {
  const firsts = sheet.shares.map(({ transferCents, missingCents }, index) => ({
    transferCents,
    cents: Math.min(transferCents + missingCents, bookings[index]?.paidBalanceCents ?? 0),
  }))
  const availableCents = sheet.shares.reduce(
    (sum, { transferCents }) => sum + transferCents,
    sheet.organizerCents - sheet.taxCents,
  )
  if (availableCents < sumCents(firsts)) return []
  return firsts.flatMap(({ transferCents, cents }) =>
    transferCents < cents ? [`${cents} were paid for a DJ, who only gets ${transferCents}`] : [],
  )
}

/**
 * Lists the new transfers, except deposits, that were created without evidence: without what allows them, such as the
 * acceptances of all sides.
 */
export function checkEvidence(event: HistoryEvent, before: Snapshot, after: Snapshot): string[] {
  const known = new Set(before.rows.transfers.map(({ id }) => id))
  return after.rows.transfers
    .filter(({ id, reason }) => !known.has(id) && reason !== 'deposit')
    .flatMap((transfer) => {
      const missing = findMissingEvidence(event, transfer, before, after)
      return missing === undefined ? [] : [`a transfer of ${transfer.cents} (${transfer.reason}) ${missing}`]
    })
}

function findMissingEvidence(
  { books, organizer, bookings }: HistoryEvent,
  { bookingId, reason, cents }: TransferRow,
  before: Snapshot,
  { rows, found }: Snapshot,
): string | undefined {
  const now = books.clock.now.getTime()
  const isEarly = found.readyAt.getTime() > now || found.isSelling
  if (reason === 'adjustment') {
    if (before.rows.settlement === null) return 'adjusts no settlement'
    return isEarly ? 'comes before the event is over' : undefined
  }
  if (before.rows.settlement !== null) return 'comes after the settlement'
  if (reason === 'guaranteed_fee') {
    const booking = rows.bookings.find(({ id }) => id === bookingId)
    const terms = found.bookings.find(({ id }) => id === bookingId)
    if (booking === undefined || terms === undefined) return 'belongs to no booking'
    if (!terms.deal.isFeeGuaranteed || cents > (terms.feeCents ?? 0)) return 'is more than the guaranteed fee'
    const djId = bookings.find(({ id }) => id === bookingId)?.dj.id ?? ''
    const isAttested = [organizer.id, djId].every((id) => rows.acceptances[id] === before.found.digest)
    if (rows.scans === 0 && !isAttested) return 'comes without a scan or the word of both'
    if (rows.openQuestions > 0) return 'comes while a figure is questioned'
    const isOver = new Date(booking.endsAt).getTime() + OBJECTION_HOURS * 3_600_000 <= now
    return isOver && booking.status === 'completed' ? undefined : 'comes less than a day after the set'
  }
  if (rows.settlement === null) return 'comes without a settlement'
  if (isEarly) return 'comes before the event is over'
  if (rows.settlement.closedBy !== null) {
    if ((rows.settlement.reason ?? '') === '') return 'comes from an admin without a reason'
    const waitedMs = now - new Date(rows.readyAt ?? Number.NaN).getTime()
    return waitedMs >= CLOSE_AFTER_DAYS * 86_400_000 ? undefined : 'comes from an admin too early'
  }
  if (rows.openQuestions > 0) return 'comes while a figure is questioned'
  const missing = listSides(found).filter(({ id }) => rows.acceptances[id] !== found.digest)
  return missing.length > 0 ? `comes without the acceptance of ${missing.length}` : undefined
}

/**
 * Lists differences between the provider's book and the transfers: the book must have each transfer at most once, and
 * every sent transfer.
 */
export function checkBook({ provider }: HistoryEvent, { rows }: Snapshot): string[] {
  const problems = [...provider.problems]
  const ids = provider.book.map(({ id }) => id)
  if (new Set(ids).size < ids.length) problems.push('the provider has a transfer twice')
  for (const { id, cents, accountId, reverses } of provider.book) {
    const row = rows.transfers.find((transfer) => transfer.id === id)
    if (row === undefined) problems.push(`the provider has ${cents} that no transfer has`)
    else if (row.cents !== cents || row.reverses !== reverses || !isAccount(accountId, row.payeeId))
      problems.push(`the provider has ${cents} to ${accountId}, the transfer ${row.cents} to ${row.payeeId}`)
  }
  for (const { id, cents, isSent } of rows.transfers)
    if (isSent && !ids.includes(id)) problems.push(`the provider misses a sent transfer of ${cents}`)
  return problems
}

/**
 * Lists the transfers that differ from the sheet. This check applies only to a settled event whose shares were just
 * adjusted.
 */
export function checkShares({ organizer }: HistoryEvent, { rows, found }: Snapshot): string[] {
  const { sheet } = found
  const getSum = (bookingId: string | null) =>
    sumCents(
      rows.transfers.filter((transfer) => transfer.bookingId === bookingId && transfer.reason !== 'deposit'),
    )
  return [
    ...found.bookings.flatMap(({ id, person }, index) => {
      const share = sheet.shares[index]
      const due = (share?.transferCents ?? 0) + (share?.releasedCents ?? 0)
      return compare(`transfers to ${person?.id ?? id}`, getSum(id), due)
    }),
    // A negative amount is a debt, which stays on the organizer's account.
    ...compare(`transfers to the organizer ${organizer.id}`, getSum(null), Math.max(sheet.organizerCents, 0)),
  ]
}

/** Lists differences between the statement of the organizer and the sheet, line by line. */
export async function checkStatement(event: HistoryEvent, { rows, found }: Snapshot): Promise<string[]> {
  const { sheet } = found
  const lines = await readLines(event, event.organizer.id, rows.month)
  const own = rows.transfers.filter(({ bookingId }) => bookingId === null)
  return compareLines('the organizer', lines, {
    sales: sheet.grossCents,
    refunds: -sheet.refundsCents,
    fees: -sheet.feesCents,
    disputes: -sheet.disputesCents,
    booking_payments: sheet.paidInCents,
    booking_fees: -sheet.paidInFeesCents,
    shares: 0,
    transfers: -sumCents(rows.transfers.filter(({ bookingId }) => bookingId !== null)),
    payouts: -sumCents(own.filter(({ isSent }) => isSent)),
  })
}

/** Lists differences between the statement of a DJ and their transfers. */
async function checkShareStatement(
  event: HistoryEvent,
  { rows }: Snapshot,
  { id, dj }: HistoryEvent['bookings'][number],
): Promise<string[]> {
  const own = rows.transfers.filter(({ bookingId }) => bookingId === id)
  return compareLines(dj.id, await readLines(event, dj.id, rows.month), {
    shares: sumCents(own),
    payouts: -sumCents(own.filter(({ isSent }) => isSent)),
  })
}

/**
 * Lists the problems after all transfers were sent: each person must have got the amount of the sheet once, and their
 * statement must show it.
 */
export async function checkEnd(event: HistoryEvent, after: Snapshot): Promise<string[]> {
  const { provider, people, bookings } = event
  const { rows, found } = after
  const received = people.flatMap(({ id }) =>
    compare(
      `the account of ${id}`,
      sumCents(provider.book.filter(({ accountId }) => isAccount(accountId, id))),
      sumCents(rows.transfers.filter(({ payeeId }) => payeeId === id)),
    ),
  )
  const released = found.sheet.shares.reduce((sum, { releasedCents }) => sum + releasedCents, 0)
  const [booking] = bookings
  return [
    ...checkBooks(after),
    ...checkBook(event, after),
    ...received,
    ...(rows.settlement === null
      ? compare(
          'transfers without a settlement',
          sumCents(rows.transfers.filter(({ reason }) => reason !== 'deposit')),
          released,
        )
      : checkShares(event, after)),
    ...(await checkStatement(event, after)),
    ...(booking === undefined ? [] : await checkShareStatement(event, after, booking)),
  ]
}

type Lines = Record<string, number>

/** Maps each statement line that has no figure of its own in the sheet to the line whose figure includes it. */
const sheetLines: Readonly<Record<string, string>> = {
  dispute_fees: 'fees',
  paid_refunds: 'booking_payments',
}

/** Returns the sums of a statement; undefined if the history began in another month. */
async function readLines(
  { ground: { db }, books }: HistoryEvent,
  personId: string,
  month: string | null,
): Promise<Lines | undefined> {
  if (month === null) return {}
  const { firstMonth, events, closingCents } = await getStatement(
    { db, personId, now: books.clock.now },
    { month },
  )
  if (firstMonth !== null && firstMonth !== month) return undefined
  const lines: Lines = { closing: closingCents ?? 0 }
  for (const { line, cents } of events.flatMap((group) => group.lines)) {
    const name = sheetLines[line] ?? line
    lines[name] = (lines[name] ?? 0) + cents
  }
  return lines
}

function compareLines(person: string, lines: Lines | undefined, expected: Lines): string[] {
  if (lines === undefined) return []
  const closing = Object.values(expected).reduce((sum, cents) => sum + cents, 0)
  const all: Lines = { ...expected, closing }
  return Object.entries(all).flatMap(([line, cents]) =>
    compare(`${line} in the statement of ${person}`, lines[line] ?? 0, cents),
  )
}
