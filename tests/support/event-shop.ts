import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { hashPassword } from '~/features/identity/server/public'
import { notifyHoldersJob } from '~/features/events/server/public'
import type { SettingsSource } from '~/features/settings/server/settings-source'
import { createTestSettings } from '~/features/settings/server/testing'
import type { EmailMessage } from '~/platform/email/mailer'
import type { Caller } from '~/platform/rpc/caller'
import { giveTickets } from '~/features/orders/server/give-tickets'
import { parseAmountCents } from '~/features/orders/server/payments/sandbox'
import { notifyRefund } from '~/features/orders/server/refunds/notify-refund'
import { notifyRefundJob, type NotifyRefund } from '~/features/orders/server/refunds/notify-refund-job'
import { createShop, insertCaller, insertSale, reserveInput, shopClient } from './shop'
import { notifyHolder } from '~/features/tickets/server/event-changes/notify-holder'
import {
  notifyHolderJob,
  type NotifyHolder,
  notifyHolders,
} from '~/features/tickets/server/event-changes/notify-holders'

export const PASSWORD = 'slipped-halves'

interface Job {
  name: string
  payload: object
}

/** Creates a shop whose jobs wait until the test runs them, and whose emails are collected. */
export function createEventShop(
  db: Database,
  { settings = createTestSettings() }: { settings?: SettingsSource } = {},
) {
  const shop = createShop(db, { settings })
  const waiting: Job[] = []
  const emails: EmailMessage[] = []
  const live: [readonly (string | null)[], readonly string[]][] = []
  const jobs = {
    enqueue: async (_: unknown, name: string, payload: object) => void waiting.push({ name, payload }),
    enqueueMany: async (_: unknown, name: string, payloads: readonly object[]) =>
      void waiting.push(...payloads.map((payload) => ({ name, payload }))),
  }
  const services = {
    db,
    jobs,
    live: { publish: (...said: (typeof live)[number]) => void live.push(said) },
    mailer: { send: async (sent: EmailMessage) => void emails.push(sent), close: async () => undefined },
    settings,
    publicUrl: 'https://b2b.example',
    secret: shop.contextOf(null).secret,
  }
  async function run({ name, payload }: Job): Promise<void> {
    if (name === notifyHoldersJob) await notifyHolders(services, payload as { eventId: string })
    else if (name === notifyHolderJob) await notifyHolder(services, payload as NotifyHolder)
    else if (name === notifyRefundJob) await notifyRefund(services, payload as NotifyRefund)
  }
  const as = (caller: Caller | null) => shopClient({ ...shop.contextOf(caller), jobs, live: services.live })

  return {
    ...shop,
    as,
    services,
    waiting,
    emails,
    live,
    run,
    /** Runs the first pending job of this name, without its follow-up jobs. */
    async runJob(name: string): Promise<void> {
      const at = waiting.findIndex((job) => job.name === name)
      const [job] = at < 0 ? [] : waiting.splice(at, 1)
      if (!job) throw new Error('no job is waiting')
      await run(job)
    },
    /** Runs all pending jobs and their follow-up jobs. */
    async runJobs(): Promise<void> {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job)
    },
    emailsTo: (caller: Caller) => emails.filter(({ to }) => to === caller.email),
    /** Buys and pays, and returns the order's id. */
    async buy(
      caller: Caller,
      sale: { eventId: string; types: string[] },
      quantities: readonly number[],
    ): Promise<string> {
      const { id, status } = await as(caller).reserve(reserveInput(sale, quantities))
      if (status === 'confirmed') return id
      const { redirectUrl } = await as(caller).startPayment({ orderId: id })
      const reference = redirectUrl.split('/').at(-1) ?? ''
      await shop.sales.settle({ reference, amountCents: parseAmountCents(reference) ?? 0 })
      return id
    },
  }
}

/** Creates a person with a password and their event next week. */
export async function insertEvent(
  db: Database,
  types: Parameters<typeof insertSale>[1] = [{ total: 20, cents: 1600 }],
  event?: Parameters<typeof insertSale>[2],
) {
  const organizer: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  await sql`update accounts set password_hash = ${await hashPassword(PASSWORD)} where id = ${organizer.id}`.execute(
    db,
  )
  const sale = await insertSale(db, types, event)
  await sql`update events set organizer_id = ${organizer.id} where id = ${sale.eventId}`.execute(db)
  return { organizer, sale, eventId: sale.eventId }
}

/** Transfers a ticket of this order to another person, and returns the ticket's id. */
export async function transferTicket(db: Database, orderId: string, to: Caller): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update tickets set customer_id = ${to.id}, holder_name = 'Juno Okafor', secret = gen_random_uuid()
    where id = (select id from tickets where order_id = ${orderId} order by id limit 1) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

/** Issues a complimentary ticket; without an id the recipient has no account. Returns the order. */
export async function giveGift(
  db: Database,
  eventId: string,
  ticketTypeId: string | undefined,
  to: { id?: string; email: string },
): Promise<string> {
  const given = await db.transaction().execute((trx) =>
    giveTickets(trx, {
      eventId,
      ticketTypeId: ticketTypeId ?? '',
      quantity: 1,
      name: 'Vera Press',
      email: to.email,
      customerId: to.id ?? null,
    }),
  )
  if (given.outcome !== 'given') throw new Error(given.outcome)
  return given.orderId
}

export async function ticketsOf(db: Database, orderId: string): Promise<{ id: string; status: string }[]> {
  return (
    await sql<{ id: string; status: string }>`
    select id, status from tickets where order_id = ${orderId} order by id`.execute(db)
  ).rows
}
