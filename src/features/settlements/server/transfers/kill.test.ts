import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { isLongRun } from '~tests/support/long-run'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { messages } from '../../../../../scripts/messages-plugin'
import { insertBooking, openSettlement } from '../testing'
import type { BookLine, Outcome, Task } from './testing-kill-process'

// A process that settles an event and pays it out is killed before one of its steps. A step is a statement, or the
// moment before or after the effect of a call to the provider. Another process then runs everything from the start.
// The result must be the same as without the kill.
const TEST_MS = 600_000
/** The distance between tested steps: a prime, so that `npm test` covers steps of all kinds. */
const STRIDE = isLongRun ? 1 : 13
const outDir = `node_modules/.cache/killed-while-settling-${process.pid}`
const folder = mkdtempSync(join(tmpdir(), 'back-to-back-kills-'))
const { db, url } = await openShop()
await sql`create table test_jobs (event_id uuid not null, name text not null, payload jsonb not null)`.execute(
  db,
)
await build({
  configFile: false,
  plugins: messages,
  logLevel: 'error',
  resolve: { tsconfigPaths: true },
  build: {
    ssr: 'src/features/settlements/server/transfers/testing-kill-process.ts',
    outDir,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
})
afterAll(() => {
  for (const path of [outDir, folder]) rmSync(path, { recursive: true, force: true })
})

/** Starts a process that waits for its task. It ends when the test process ends. */
function startProcess(name: string) {
  const child: ChildProcess = fork(`${outDir}/main.js`, [url, name], { execArgv: [] })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  return {
    /** Returns the outcome, or undefined when the process was killed. */
    async run(task: Task): Promise<Outcome | undefined> {
      const done = once(child, 'message').then(([outcome]) => outcome as Outcome)
      child.send(task)
      const outcome = await Promise.race([done, ended])
      if (!Array.isArray(outcome)) return outcome
      const [code, signal] = outcome
      if (signal !== 'SIGKILL') throw new Error(`the process ended with ${signal ?? code}`)
      return undefined
    },
    async stop(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
  }
}
type Process = ReturnType<typeof startProcess>

/** Creates an event with three DJs, one of whom has a guaranteed fee that is due. All sides can be paid. */
async function openPayout() {
  const { eventId, organizer, mara, juno, orders, clock } = await openSettlement(db)
  const vera: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const bookingId = await insertBooking(
    db,
    { eventId, organizer, dj: vera },
    { feeCents: 10_000, deal: { isFeeGuaranteed: true } },
  )
  await sql`update bookings set status = 'completed', completed_at = ends_at where id = ${bookingId}`.execute(
    db,
  )
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, device_id)
    select gen_random_uuid(), event_id, id, 'checked_in', 1, now(), gen_random_uuid() from tickets
    where event_id = ${eventId} limit 1`.execute(db)
  const people = { organizer, mara, juno, vera }
  for (const [role, { id }] of Object.entries(people))
    await sql`
      insert into payees (user_id, provider, account_id, status, connected_at)
      values (${id}, 'sandbox', ${`${role}_${id}`}, 'connected', now())`.execute(db)
  const task: Task = {
    eventId,
    sides: Object.values(people),
    orderId: orders[0] ?? '',
    now: new Date(clock.now.getTime() + 86_400_000).toISOString(),
    book: join(folder, eventId),
    isIdempotent: true,
    isAtomic: true,
    killAt: null,
  }
  return { task, roles: new Map(Object.entries(people).map(([role, { id }]) => [id, role])) }
}
type Payout = Awaited<ReturnType<typeof openPayout>>

/** Reads the complete result of a payout, with roles instead of ids so that results can be compared. */
async function readEnd({ task: { eventId }, roles }: Payout, book: readonly BookLine[]) {
  const list = async (query: ReturnType<typeof sql<{ line: string; id?: string | null }>>) =>
    (await query.execute(db)).rows.map(({ line, id }) => `${roles.get(id ?? '') ?? ''} ${line}`).toSorted()
  const { rows: transfers } = await sql<{ id: string; payee: string; cents: number }>`
    select id, payee_id as payee, amount_cents as cents from transfers where event_id = ${eventId}`.execute(
    db,
  )
  return {
    transfers: await list(sql`
      select payee_id as id, concat_ws(' ', reason, amount_cents, status, provider, case when provider_reference = 'sent_' || id then 'same id' end,
        case when reverses is not null then 'reversal' end, last_error) as line from transfers where event_id = ${eventId}`),
    ledger: await list(sql`
      select e.person_id as id, concat_ws(' ', t.kind, e.account, count(*), sum(e.amount)) as line
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.event_id = ${eventId} group by e.person_id, t.kind, e.account`),
    statuses: await list(sql`
      select null as id, 'settled' as line from settlements where event_id = ${eventId}
      union all select person_id, 'accepted' from settlement_acceptances where event_id = ${eventId}
      union all select null, concat_ws(' ', 'refund', r.amount_cents, r.status) from refunds r join payments p on p.id = r.payment_id
        join orders o on o.id = p.order_id where o.event_id = ${eventId}`),
    notifications: await list(sql`
      select user_id as id, concat_ws(' ', kind, facts->>'amountCents', facts->>'cause') as line from notifications where subject_id = ${eventId}`),
    jobs: await list(sql`select null as id, name as line from test_jobs where event_id = ${eventId}`),
    book: book
      .map(({ id, cents }) => {
        const transfer = transfers.find((row) => row.id === id && row.cents === cents)
        return `${roles.get(transfer?.payee ?? '') ?? 'no one'} ${cents}`
      })
      .toSorted(),
    inconsistencies: await findFaults(db),
  }
}

/** Runs everything from the start in another process. */
async function runToEnd(payout: Payout) {
  const outcome = await survivor.run(payout.task)
  if (outcome === undefined) throw new Error('the process was killed')
  return { ...outcome, end: await readEnd(payout, outcome.book) }
}

/** Returns the result after a process was killed before a step and another process ran everything again. */
async function runWithKill(victim: Process, change: Pick<Task, 'killAt'> & Partial<Task>) {
  const payout = await openPayout()
  expect(await victim.run({ ...payout.task, ...change })).toBeUndefined()
  const isConnected = async () =>
    (
      await sql`select from pg_stat_activity where application_name = 'victim' and datname = current_database()`.execute(
        db,
      )
    ).rows.length > 0
  await expect.poll(isConnected, { interval: 10 }).toBe(false)
  const { task, roles } = payout
  return (await runToEnd({ task: { ...task, ...change, killAt: null }, roles })).end
}

let survivor: Process
/** The steps and the result of a run without a kill. */
let intact: Awaited<ReturnType<typeof runToEnd>>
beforeAll(async () => {
  survivor = startProcess('survivor')
  intact = await runToEnd(await openPayout())
})
afterAll(() => survivor.stop())

test('if the process isn’t killed, each person is paid once', () => {
  expect(intact.end).toMatchObject({
    transfers: [
      'juno adjustment -240 done sandbox same id reversal',
      'juno settlement 4200 done sandbox same id',
      'mara adjustment -960 done sandbox same id reversal',
      'mara settlement 16800 done sandbox same id',
      'organizer adjustment -400 done sandbox same id reversal',
      'organizer settlement 1000 done sandbox same id',
      'vera guaranteed_fee 10000 done sandbox same id',
    ],
    book: [
      'juno -240',
      'juno 4200',
      'mara -960',
      'mara 16800',
      'organizer -400',
      'organizer 1000',
      'vera 10000',
    ],
    inconsistencies: [],
  })
})

test(
  'killing the process before any step of the settlement or the payout doesn’t change the result',
  { timeout: TEST_MS },
  async () => {
    const { steps, end } = intact
    // The next process starts while the current one works, to save time.
    let next = startProcess('victim')
    for (let killAt = STRIDE; killAt <= steps.length; killAt += STRIDE) {
      const victim = next
      next = startProcess('victim')
      expect(await runWithKill(victim, { killAt }), `before ${steps[killAt - 1]}`).toEqual(end)
    }
    await next.stop()
  },
)

test.each([
  {
    name: 'a provider that doesn’t recognize a repeated id',
    change: { isIdempotent: false },
    step: 'the provider has',
    part: 'book',
  },
  { name: 'no transactions', change: { isAtomic: false }, step: 'insert into transfers', part: 'transfers' },
] as const)(
  'control: with $name, killing the process changes the $part',
  { timeout: TEST_MS },
  async ({ change, step, part }) => {
    const { steps, end } = intact
    const accepted = steps.findIndex((text) => text.startsWith('insert into "settlements"'))
    const killAt = steps.findIndex((text, index) => index > accepted && text.startsWith(step)) + 1
    expect((await runWithKill(startProcess('victim'), { killAt }))[part]).toEqual(end[part])
    expect((await runWithKill(startProcess('victim'), { killAt, ...change }))[part]).not.toEqual(end[part])
  },
)
