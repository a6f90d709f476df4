import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { Client } from 'pg'
import { connect, type Database } from '~/database/connect'
import type { PayeePort } from '~/features/payees/server/public'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import type { SettlementServices } from '../context'
import { acceptSettlement } from '../settlement/accept-settlement'
import { getSettlement } from '../settlement/get-settlement'
import { adjustShares } from './adjust-shares'
import { releaseFees } from './release-fees'
import { sendTransfers } from './send-transfers'

// A process that settles an event and pays it out, for kill.test.ts. It can kill itself between any two steps.

/** The message that starts a task in the process. Dates are text. */
export interface Task {
  eventId: string
  /** All sides of the settlement, in the order in which they accept. The last acceptance settles the event. */
  sides: Caller[]
  /** The order that is refunded after the payout. */
  orderId: string
  now: string
  /** The file that is the provider's book: a line of JSON for each transfer and reversal. */
  book: string
  /** Whether the provider recognizes a repeated id. */
  isIdempotent: boolean
  /** Whether transactions are atomic; otherwise each statement is committed. */
  isAtomic: boolean
  /** The step, counted from 1, before which the process ends itself; null for a process that survives. */
  killAt: number | null
}

export interface BookLine {
  id: string
  /** The account that a transfer goes to, or for a reversal, the transfer that it reverses. */
  to: string
  cents: number
}

/** The message that the process sends when the task is done. */
export interface Outcome {
  steps: string[]
  book: BookLine[]
}

const log = createLog({ level: 'silent' })
let steps: string[] = []
let killAt: number | null = null
let isAtomic = true
let isCounting = false

function passStep(text: string): void {
  if (!isCounting) return
  steps.push(text)
  if (steps.length === killAt) process.kill(process.pid, 'SIGKILL')
}

// Each statement is a step, including BEGIN and COMMIT.
type Query = typeof Client.prototype.query
const query = Reflect.get(Client.prototype, 'query')
Client.prototype.query = function (this: Client, ...input: unknown[]) {
  const [statement] = input as [string | { text: string }]
  const text = typeof statement === 'string' ? statement : statement.text
  passStep(text.trim().replaceAll(/\s+/g, ' ').slice(0, 60))
  const sent = text === 'begin' && !isAtomic ? ['select', ...input.slice(1)] : input
  return Reflect.apply(query, this, sent) as unknown
} as Query

const readBook = (book: string): BookLine[] =>
  existsSync(book)
    ? readFileSync(book, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as BookLine)
    : []

/** A provider with its own book, which survives a kill of the process. */
function createProvider({ book, isIdempotent }: Task): Pick<PayeePort, 'provider' | 'transfer' | 'reverse'> {
  const record = async (line: BookLine): Promise<string> => {
    passStep(`the provider is called for ${line.cents}`)
    await setImmediate()
    const isKnown = isIdempotent && readBook(book).some(({ id }) => id === line.id)
    if (!isKnown) appendFileSync(book, `${JSON.stringify(line)}\n`)
    passStep(`the provider has ${line.cents}`)
    await setImmediate()
    return `sent_${line.id}`
  }
  return {
    provider: 'sandbox',
    transfer: ({ transferId: id, accountId: to, amountCents: cents }) => record({ id, to, cents }),
    reverse: ({ reversalId: id, transferReference: to, amountCents }) =>
      record({ id, to, cents: -amountCents }),
  }
}

/** Runs code of the test (not of the product) without counting its steps. */
async function runUncounted<T>(run: () => Promise<T>): Promise<T> {
  isCounting = false
  try {
    return await run()
  } finally {
    isCounting = true
  }
}

async function accept(services: SettlementServices, { eventId, sides, now }: Task): Promise<void> {
  const acceptAs = async (caller: Caller) => {
    const context = { ...services, caller, now: () => new Date(now), log }
    const { digest } = await runUncounted(() => getSettlement(context, eventId))
    return async () => {
      try {
        await acceptSettlement(context, { eventId, digest })
      } catch (error) {
        // Another process has settled the event.
        if (!(error instanceof Error && 'code' in error && error.code === 'SETTLED')) throw error
      }
    }
  }
  for (const caller of sides.slice(0, -1)) {
    const run = await acceptAs(caller)
    await runUncounted(run)
  }
  for (const caller of sides.slice(-1)) await (await acceptAs(caller))()
}

/** Sends all unsent transfers, as if the time of their next attempt had come. */
async function send(services: SettlementServices, task: Task): Promise<void> {
  await runUncounted(() =>
    sql`update transfers set next_attempt_at = clock_timestamp() where status = 'requested'`.execute(
      services.db,
    ),
  )
  const payees = createProvider(task)
  while ((await sendTransfers({ ...services, payees, log })) > 0);
}

/** Refunds one ticket, unless the order has a refund already. */
const refund = (db: Database, { orderId }: Task) =>
  sql`
    select refund_tickets(o.id, array[(select k.id from tickets k where k.order_id = o.id order by k.id limit 1)], 'holder', true)
    from orders o where o.id = ${orderId} and not exists (
      select from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id)`.execute(db)

async function runTask(db: Database, task: Task): Promise<Outcome> {
  steps = []
  ;({ killAt, isAtomic } = task)
  isCounting = true
  const services: SettlementServices = {
    db,
    // Jobs are enqueued in the transaction of the change, as in the product.
    jobs: {
      enqueue: async (trx, name, payload) => {
        const values = [task.eventId, name, JSON.stringify(payload)]
        await trx.executeQuery(CompiledQuery.raw('insert into test_jobs values ($1, $2, $3)', values))
      },
    },
    live: { publish: () => undefined },
  }
  await releaseFees({ db, now: () => new Date(task.now) })
  await accept(services, task)
  await send(services, task)
  await refund(db, task)
  await adjustShares({ ...services, now: () => new Date(task.now) })
  await send(services, task)
  isCounting = false
  return { steps, book: readBook(task.book) }
}

const [, , url = '', name = ''] = process.argv
const db = connect({ url, name, poolSize: 8 })
process.on('message', (task: Task) => {
  void runTask(db, task).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())
