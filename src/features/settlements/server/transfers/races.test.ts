import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import type { PayeePort } from '~/features/payees/server/public'
import { createLog } from '~/platform/log/log'
import { untilBlocked } from '~tests/support/lock-waits'
import { isLongRun } from '~tests/support/long-run'
import { randomRuns } from '~tests/support/random-runs'
import { findFaults, openShop } from '~tests/support/shop'
import { openSettlement } from '../testing'
import { adjustShares } from './adjust-shares'
import { sendTransfers } from './send-transfers'

const { db } = await openShop()
const log = createLog({ level: 'silent' })
const TEST_MS = 600_000
const ROUNDS = randomRuns(isLongRun ? 200 : 10)
/** A control runs the product without a safeguard. It must find a wrong result within this many rounds. */
const CONTROL_ROUNDS = 50

/** Returns a database that replaces a part of each statement, to run the product without a safeguard as a control. */
const changeStatements = (from: string, to = ''): Database =>
  db.withPlugin({
    transformQuery: ({ node }) =>
      node.kind === 'RawNode'
        ? { ...node, sqlFragments: node.sqlFragments.map((text) => text.replaceAll(from, to)) }
        : node,
    transformResult: ({ result }) => Promise.resolve(result),
  })

const withoutEventLock = changeStatements('::uuid for no key update', '::uuid')
const withoutClaim = changeStatements('for no key update of t skip locked')

/**
 * Runs the race until a result differs from the expected one, and returns that result; undefined if none differs.
 * `round` counts from 0.
 */
async function findUnexpectedResult<T>(rounds: number, expected: T, race: (round: number) => Promise<T>) {
  for (let round = 0; round < rounds; round += 1) {
    const result = await race(round)
    if (JSON.stringify(result) !== JSON.stringify(expected)) return { round, result }
  }
  return undefined
}

const getCode = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code

/**
 * Opens a settlement that all sides but the last one have accepted, with a provider that doesn't recognize repeated
 * ids.
 */
async function openRace(raced: Database) {
  const books = await openSettlement(raced)
  const { eventId, organizer, mara, juno, services, orders, accept } = books
  const sides = { organizer, mara, juno }
  const book: { id: string; cents: number }[] = []
  const payees: Pick<PayeePort, 'provider' | 'transfer' | 'reverse'> = {
    provider: 'sandbox',
    transfer: async ({ transferId, amountCents }) => {
      book.push({ id: transferId, cents: amountCents })
      return `sent_${transferId}`
    },
    reverse: async ({ reversalId, transferReference, amountCents }) => {
      if (!book.some(({ id }) => `sent_${id}` === transferReference))
        throw new Error('The provider has no such transfer')
      book.push({ id: reversalId, cents: -amountCents })
      return `sent_${reversalId}`
    },
  }
  for (const { id } of Object.values(sides))
    await sql`
      insert into payees (user_id, provider, account_id, status, connected_at)
      values (${id}, 'sandbox', ${`sbx_payee_${id}`}, 'connected', now())`.execute(db)
  const send = () => sendTransfers({ ...services, db: raced, log, payees })
  const runAdjustment = () => adjustShares({ ...services, db: raced })
  return {
    ...books,
    send,
    runAdjustment,
    /** Accepts the current figures as all sides, unless the event is settled. */
    acceptAll: async () => {
      for (const side of Object.values(sides)) {
        const [outcome] = await Promise.allSettled([accept(side)])
        if (getCode(outcome) !== 'SETTLED') expect(getCode(outcome)).toBe('done')
      }
    },
    /** Runs the jobs until nothing is left to do. */
    finish: async () => {
      await runAdjustment()
      for (let sent = 1; sent > 0;) {
        await sql`update transfers set next_attempt_at = clock_timestamp() where event_id = ${eventId} and status = 'requested'`.execute(
          db,
        )
        sent = await send()
      }
    },
    refund: () =>
      sql`
        select refund_tickets(order_id, array[id], 'holder', true) from tickets where order_id = ${orders[0]} order by id limit 1`.execute(
        db,
      ),
    dispute: () =>
      sql`
        insert into disputes (id, payment_id, amount_cents, reason, status, due_by, opened_at)
        select 'dp_' || id, id, amount_cents, 'fraudulent', 'open', now() + interval '9 days', now()
        from payments where order_id = ${orders[0]}`.execute(db),
    /** Lists the amounts of each person according to the database and according to the provider. */
    readAmounts: async () => {
      const transfers = await db
        .selectFrom('transfers')
        .select(['id', 'payee_id as payeeId', 'amount_cents as cents', 'status'])
        .where('event_id', '=', eventId)
        .orderBy('id')
        .execute()
      return Object.entries(sides).map(([role, { id }]) => {
        const own = transfers.filter(({ payeeId }) => payeeId === id)
        const sent = own.flatMap((transfer) => book.filter((line) => line.id === transfer.id))
        return `${role}: ${own.map(({ cents, status }) => `${cents} ${status}`).join(', ')}; ${sent.map(({ cents }) => cents).join(', ')}`
      })
    },
  }
}

async function raceAcceptances(raced: Database) {
  const { accept, organizer, mara, juno, eventId } = await openRace(raced)
  await accept(organizer)
  const outcomes = await Promise.allSettled([accept(mara), accept(juno), accept(juno)])
  const transfers = await db.selectFrom('transfers').select('id').where('event_id', '=', eventId).execute()
  const codes = outcomes.map(getCode).filter((code) => code !== 'done' && code !== 'SETTLED')
  return { transfers: transfers.length, codes }
}
const settledOnce = { transfers: 3, codes: [] as (string | undefined)[] }

test('simultaneous last acceptances settle the event once', { timeout: TEST_MS }, async () => {
  expect(await findUnexpectedResult(ROUNDS, settledOnce, () => raceAcceptances(db))).toBeUndefined()
  expect(await findFaults(db)).toEqual([])
})

test(
  'control: without the event lock, simultaneous last acceptances give another result',
  { timeout: TEST_MS },
  async () => {
    const race = () => raceAcceptances(withoutEventLock)
    expect(await findUnexpectedResult(CONTROL_ROUNDS, settledOnce, race)).toBeDefined()
  },
)

const changes = [
  {
    change: 'refund' as const,
    expected: { organizer: 10_600, mara: 15_840, juno: 3_960, inconsistencies: [] as string[] },
  },
  {
    change: 'dispute' as const,
    expected: { organizer: 7_000, mara: 7_200, juno: 1_800, inconsistencies: [] as string[] },
  },
]

/**
 * Runs the last acceptance while a refund or dispute happens some statements later. Returns the amount that each
 * person was sent.
 */
async function raceWithChange(change: 'refund' | 'dispute', round: number, isAdjusting = true) {
  const { eventId, organizer, mara, juno, acceptAll, accept, finish, send, ...race } = await openRace(db)
  await accept(organizer)
  await accept(mara)
  const changeLater = async () => {
    for (let statement = 0; statement < (round * 37) % 100; statement += 1) await sql`select`.execute(db)
    await race[change]()
  }
  await Promise.allSettled([accept(juno), changeLater()])
  const inconsistencies = await findFaults(db)
  // Sides that accepted outdated figures accept again.
  await acceptAll()
  await (isAdjusting ? finish() : send())
  const { rows } = await sql<{ id: string; cents: number }>`
    select payee_id as id, sum(amount_cents)::float8 as cents from transfers where event_id = ${eventId} and status = 'done' group by 1`.execute(
    db,
  )
  const sum = ({ id }: { id: string }) => rows.find((row) => row.id === id)?.cents ?? 0
  return { organizer: sum(organizer), mara: sum(mara), juno: sum(juno), inconsistencies }
}

test.each(changes)(
  'a $change at the moment of the last acceptance ends with the same shares',
  { timeout: TEST_MS },
  async ({ change, expected }) => {
    const race = (round: number) => raceWithChange(change, round)
    expect(await findUnexpectedResult(ROUNDS, expected, race)).toBeUndefined()
    expect(await findFaults(db)).toEqual([])
  },
)

test.each(changes)(
  'control: without adjusting, the shares after a $change differ',
  { timeout: TEST_MS },
  async ({ change, expected }) => {
    const race = (round: number) => raceWithChange(change, round, false)
    expect(await findUnexpectedResult(CONTROL_ROUNDS, expected, race)).toBeDefined()
  },
)

/** Delays the last acceptance, after it has read the figures, until a dispute has opened. */
async function acceptDuringDispute() {
  const race = await openRace(db)
  const { accept, organizer, mara, juno, eventId, dispute, getSettlement } = race
  await accept(organizer)
  await accept(mara)
  const other = await db.startTransaction().execute()
  await sql`insert into settlement_acceptances values (${eventId}, ${juno.id}, 'other')`.execute(other)
  const accepting = accept(juno)
  await Promise.all([
    untilBlocked(db)
      .then(dispute)
      .then(() => other.rollback().execute()),
    accepting.catch(() => {}),
  ])
  const [outcome] = await Promise.allSettled([accepting])
  return { code: getCode(outcome), state: (await getSettlement()).state, amounts: await race.readAmounts() }
}
const nothingSettled = { state: 'ready', amounts: ['organizer: ; ', 'mara: ; ', 'juno: ; '] }

test('an acceptance doesn’t settle the event when a dispute opens after the figures were read', async () => {
  expect(await acceptDuringDispute()).toMatchObject(nothingSettled)
})

// The database refuses the transfers at the commit.
test('an acceptance during a new dispute is refused because the figures have changed', async () => {
  expect(await acceptDuringDispute()).toMatchObject({ code: 'FIGURES_CHANGED' })
})

test('control: if the database doesn’t check transfers, the acceptance settles more than the event has', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('post_transfer'::regproc) as text`.execute(db)
  const text = rows[0]?.text ?? ''
  await sql.raw(text.replace('if new.amount_cents > 0 and', 'if false and')).execute(db)
  try {
    expect(await acceptDuringDispute()).toMatchObject({ code: 'done', state: 'accepted' })
  } finally {
    await sql.raw(text).execute(db)
  }
})

const adjustedOnce = [
  'organizer: 11000 done, -400 done; 11000, -400',
  'mara: 16800 done, -960 done; 16800, -960',
  'juno: 4200 done, -240 done; 4200, -240',
]

/** Runs two processes that pay out, and two that adjust the shares after a refund. */
async function racePayout(raced: Database) {
  const { acceptAll, send, refund, runAdjustment, finish, readAmounts } = await openRace(raced)
  await acceptAll()
  const runAdjustments = () => Promise.all([runAdjustment(), runAdjustment()])
  await Promise.allSettled([send(), send(), refund().then(runAdjustments)])
  await finish()
  return readAmounts()
}

test('a refund during the payout adjusts each share once', { timeout: TEST_MS }, async () => {
  expect(await findUnexpectedResult(ROUNDS, adjustedOnce, () => racePayout(db))).toBeUndefined()
  expect(await findFaults(db)).toEqual([])
})

test('control: without the event lock, shares are adjusted twice', { timeout: TEST_MS }, async () => {
  const race = () => racePayout(withoutEventLock)
  expect(await findUnexpectedResult(CONTROL_ROUNDS, adjustedOnce, race)).toBeDefined()
})

const sentOnce = ['organizer: 11000 done; 11000', 'mara: 16800 done; 16800', 'juno: 4200 done; 4200']

async function raceSenders(raced: Database) {
  const { acceptAll, send, readAmounts } = await openRace(raced)
  await acceptAll()
  await Promise.all([send(), send(), send()])
  return readAmounts()
}

test('several processes send each transfer once', { timeout: TEST_MS }, async () => {
  expect(await findUnexpectedResult(ROUNDS, sentOnce, () => raceSenders(db))).toBeUndefined()
  expect(await findFaults(db)).toEqual([])
})

test('control: without the claim, transfers are sent twice', { timeout: TEST_MS }, async () => {
  expect(await findUnexpectedResult(CONTROL_ROUNDS, sentOnce, () => raceSenders(withoutClaim))).toBeDefined()
})
