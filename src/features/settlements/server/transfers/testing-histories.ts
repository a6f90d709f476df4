import { findFaults } from '~tests/support/shop'
import { readSheet } from '../settlement/read-sheet'
import { adjustShares } from './adjust-shares'
import { returnDeposits } from './return-deposits'
import { checkBookings, checkCancellations, checkDeposits, checkPayments } from './testing-booking-checks'
import {
  checkBook,
  checkBooks,
  checkEnd,
  checkEvidence,
  checkShares,
  checkStatement,
} from './testing-history-checks'
import { connect, type Ground, type HistoryEvent, openEvent, retireEvent } from './testing-history-event'
import { readRows, type Snapshot } from './testing-history-rows'
import { playStep, postSold, send } from './testing-play'
import { createTestProvider, type TestProvider } from './testing-provider'
import { describeHistory } from './testing-step-text'
import type { History, Step } from './testing-steps'

const DRAIN_ROUNDS = 8

/**
 * Plays a history on a new event and returns the situations that it reached. If a check fails, it throws an error
 * that lists the steps in plain text.
 */
export async function playHistory(
  ground: Ground,
  history: History,
  provider: TestProvider = createTestProvider(),
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const event = await openEvent(ground, history, provider)
  let place = 'at the start'
  const check = (problems: readonly string[]) => {
    if (problems.length > 0)
      throw new Error(`${place}:\n${problems.join('\n')}\n\nThe history:\n${describeHistory(history)}`)
  }
  try {
    let before = await takeSnapshot(event)
    let previousDigest = before.found.digest
    for (const [index, step] of history.steps.entries()) {
      place = `After step ${index + 1}`
      const code = await playStep(event, step, { digest: before.found.digest, previousDigest })
      const after = await takeSnapshot(event)
      check(await listProblems(event, step, before, after))
      for (const situation of listSituations(event, step, before, after)) seen.add(situation)
      if (code !== null) seen.add(code)
      if (before.found.digest !== after.found.digest) previousDigest = before.found.digest
      before = after
    }
    place = 'After all transfers were sent'
    check(await drain(event))
    check(await findFaults(ground.db))
  } catch (error) {
    if (error instanceof Error && !error.message.includes('The history:'))
      error.message = `${place}: ${error.message}\n\nThe history:\n${describeHistory(history)}`
    throw error
  } finally {
    await retireEvent(event)
  }
  return seen
}

async function takeSnapshot({ ground: { db }, eventId }: HistoryEvent): Promise<Snapshot> {
  const [rows, found] = await Promise.all([readRows(db, eventId), readSheet(db, eventId)])
  if (found === undefined) throw new Error('The event has no sheet')
  return { rows, found }
}

const isJustSettled = (before: Snapshot, after: Snapshot) =>
  before.rows.settlement === null && after.rows.settlement !== null

async function listProblems(
  event: HistoryEvent,
  step: Step,
  before: Snapshot,
  after: Snapshot,
): Promise<string[]> {
  const isCalculated =
    isJustSettled(before, after) ||
    // `adjust` changes shares only once each sale is posted.
    (step.kind === 'adjust' && after.rows.settlement !== null && !after.found.isSelling)
  const isPosted = before.rows.lastEntry !== after.rows.lastEntry
  return [
    ...checkBooks(after),
    ...checkEvidence(event, before, after),
    ...checkDeposits(before, after),
    ...checkCancellations(event, before, after),
    ...checkPayments(after),
    ...checkBook(event, after),
    ...(isCalculated ? checkShares(event, after) : []),
    ...(isPosted ? await checkStatement(event, after) : []),
  ]
}

/**
 * Connects all payees, posts all sales and runs the jobs until nothing changes. Returns the problems of the result.
 */
async function drain(event: HistoryEvent): Promise<string[]> {
  await connect(event.ground.db, event.people)
  await postSold(event)
  event.provider.setReplies(['sends'])
  for (let round = 0; round < DRAIN_ROUNDS; round += 1) {
    const returned = await returnDeposits(event.books.services)
    const adjusted = await adjustShares(event.books.services)
    await send(event)
    const after = await takeSnapshot(event)
    if (returned + adjusted === 0 && after.rows.transfers.every(({ isSent }) => isSent))
      return [...(await checkEnd(event, after)), ...checkPayments(after), ...checkBookings(after)]
  }
  return ['the jobs still change something, or transfers still wait']
}

function listSituations(
  { provider }: HistoryEvent,
  step: Step,
  before: Snapshot,
  { rows, found }: Snapshot,
): string[] {
  const created = rows.transfers.slice(before.rows.transfers.length)
  const isSettled = isJustSettled(before, { rows, found })
  const sent = new Set(rows.transfers.filter(({ isSent }) => isSent).map(({ id }) => id))
  const situations: Record<string, boolean> = {
    'all accepted': isSettled && rows.settlement?.closedBy === null,
    'closed by an admin': isSettled && rows.settlement?.closedBy !== null,
    'settled with a loss': isSettled && found.sheet.balanceCents < 0,
    'a share is not covered': isSettled && found.sheet.shares.some(({ missingCents }) => missingCents > 0),
    'fee released': created.some(({ reason }) => reason === 'guaranteed_fee'),
    'share raised': created.some(({ reason, cents }) => reason === 'adjustment' && cents > 0),
    'sent share reversed': created.some(({ reverses }) => reverses !== null && sent.has(reverses)),
    'waiting share reversed': created.some(({ reverses }) => reverses !== null && !sent.has(reverses)),
    'response lost': provider.book.some(({ id }) => !sent.has(id)),
    'organizer owes': rows.settlement !== null && found.sheet.organizerCents < 0,
    'cost corrected': found.costs.some(({ agreedCents }) => agreedCents !== null),
    'deposit transferred': created.some(({ reason, cents }) => reason === 'deposit' && cents > 0),
    'deposit reversed': created.some(({ reason, cents }) => reason === 'deposit' && cents < 0),
    'late payment refunded': rows.payments.some(({ status }) => status === 'returned'),
    'fee paid in parts': rows.payments.filter(({ purpose }) => purpose === 'balance').length > 1,
    'booking paid after the settlement':
      before.rows.settlement !== null && rows.payments.length > before.rows.payments.length,
    'cancelled share settled': isSettled && found.sheet.shares.some(({ basis }) => basis === 'cancelled'),
    'cancelled share is not covered':
      isSettled &&
      found.sheet.shares.some(({ basis, missingCents }) => basis === 'cancelled' && missingCents > 0),
    [step.kind]: true,
  }
  return Object.entries(situations).flatMap(([situation, isReached]) => (isReached ? [situation] : []))
}
