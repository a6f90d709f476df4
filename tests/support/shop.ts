import { type AnyRouter, createRouterClient, type RouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from './database'
import type { SettingsSource } from '~/features/settings/server/public'
import { createTestSettings } from '~/features/settings/server/testing'
import type { Currency } from '~/lib/currency'
import type { Tax } from '~/lib/tax'
import { newId } from '~/lib/ids'
import { createLog } from '~/platform/log/log'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import { checkInCalls } from '~/features/check-in/server/calls'
import { ordersCalls } from '~/features/orders/server/calls'
import { ticketsCalls } from '~/features/tickets/server/calls'
import type { Context as CheckInContext } from '~/features/check-in/server/context'
import type { Context as TicketsContext } from '~/features/tickets/server/context'
import { createCheckInQueue } from '~/features/check-in/server/create-check-in-queue'
import type { PaymentPort } from '~/features/orders/server/payments/payment-port'
import { createSandboxPayments } from '~/features/orders/server/payments/sandbox'
import { createBookingSettler } from '~/features/orders/server/booking-payments/settle-booking-payment'
import { createSales } from '~/features/orders/server/sales'
import { buildInconsistencyQuery } from '~/features/orders/server/testing-inconsistencies'

const log = createLog({ level: 'silent' })

type Context = TicketsContext & CheckInContext

/** Stands in for the bookings feature: no event has a booked DJ. */
const noBookings: Context['eventBookings'] = {
  list: () => Promise.resolve([]),
  change: () => Promise.resolve(() => {}),
}

export { parseTicketCode } from '~/features/tickets/rules/ticket-code'

type ShopClient = RouterClient<typeof ordersCalls> &
  RouterClient<typeof ticketsCalls> & { checkIn: RouterClient<typeof checkInCalls> }

/** Creates a client with the calls of orders and tickets at the top level, and those of check-in. */
export function shopClient(context: Context): ShopClient {
  const calls: AnyRouter = { ...ordersCalls, ...ticketsCalls, checkIn: checkInCalls }
  return createRouterClient(calls, { context }) as unknown as ShopClient
}

/** Creates orders, tickets and check-in without the rest of the platform, as one process. */
export function createShop(
  db: Database,
  {
    payments = createSandboxPayments({ db }),
    settings = createTestSettings(),
  }: { payments?: PaymentPort; settings?: SettingsSource } = {},
) {
  const limits = createLimits()
  const jobs = { enqueue: async () => {}, enqueueMany: async () => {} }
  const live = { publish: () => {} }
  const bookings = createBookingSettler({ db, jobs, live })
  const sales = createSales({ db, payments, settings, bookings })
  const checkIns = createCheckInQueue({ db, live, log })
  const clock = { now: () => new Date() }
  const contextOf = (caller: Caller | null): Context => ({
    db,
    payments,
    sales,
    payees: undefined,
    checkIns,
    eventBookings: noBookings,
    settings,
    limits,
    jobs,
    live,
    secret: 'a secret of at least thirty-two letters',
    config: { auth: {} },
    caller,
    requestId: 'req-1',
    ip: '127.0.0.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    now: () => clock.now(),
    log,
  })
  return {
    db,
    sales,
    payments,
    settings,
    log,
    clock,
    contextOf,
    as: (caller: Caller | null) => shopClient(contextOf(caller)),
  }
}
export type Shop = ReturnType<typeof createShop>

export type Buyer = Caller & { email: string }

/** Creates a shop on a separate database, which is dropped after the tests of the file. */
export async function openShop(): Promise<{ db: Database; url: string; shop: Shop }> {
  const { db, url, drop } = await createTestDatabase()
  afterAll(drop)
  return { db, url, shop: createShop(db) }
}

export async function insertCallers(db: Database, count: number): Promise<Buyer[]> {
  const ids = Array.from({ length: count }, newId)
  await sql`insert into accounts (id, email) select x, x || '@example.com' from unnest(${ids}::uuid[]) x`.execute(
    db,
  )
  await sql`insert into profiles (id, full_name, email) select x, 'Mara Voss', x || '@example.com' from unnest(${ids}::uuid[]) x`.execute(
    db,
  )
  return ids.map((id) => ({
    id,
    sessionId: newId(),
    fullName: 'Mara Voss',
    email: `${id}@example.com`,
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['customer'],
  }))
}

export async function insertCaller(db: Database): Promise<Buyer> {
  const [caller] = await insertCallers(db, 1)
  if (!caller) throw new Error('Nobody was inserted')
  return caller
}

let phones = 0

/** Creates a person with a phone number and no email. */
export async function insertPhoneCaller(db: Database): Promise<Caller> {
  const caller = await insertCaller(db)
  phones += 1
  const phone = `+44${7_700_000_000 + phones}`
  await sql`update accounts set email = null, email_verified_at = null, phone = ${phone} where id = ${caller.id}`.execute(
    db,
  )
  return { ...caller, email: null, isEmailVerified: false }
}

/** Creates a published event next week with ticket types, ascending by id in the given order. */
export async function insertSale(
  db: Database,
  types: readonly { total: number; cents?: number; name?: string }[],
  event: { status?: string; isPublic?: boolean; date?: Date; currency?: Currency; tax?: Tax } = {},
): Promise<{ eventId: string; types: string[] }> {
  const eventId = newId()
  const date = event.date ?? new Date(Date.now() + 7 * 24 * 60 * 60 * 1000)
  await db
    .insertInto('events')
    .values({
      id: eventId,
      title: 'Dust & Diamonds',
      event_type: 'club_night',
      event_date: date,
      timezone: 'Europe/London',
      event_status: event.status ?? 'published',
      is_public: event.isPublic ?? true,
      location: 'Leeds',
      venue_name: 'Carriage Works',
      currency: event.currency ?? 'USD',
      tax_mode: event.tax?.mode ?? 'none',
      tax_ppm: event.tax?.ratePpm ?? 0,
    })
    .execute()
  const ids = types.map(() => newId())
  for (const [index, type] of types.entries())
    await db
      .insertInto('ticket_types')
      .values({
        id: ids[index],
        event_id: eventId,
        name: type.name ?? `Type ${index + 1}`,
        price_cents: type.cents ?? 1600,
        quantity_total: type.total,
        sort_order: index,
      })
      .execute()
  return { eventId, types: ids }
}

/** Returns the input of a reservation: one order line per quantity, in the order of the sale's ticket types. */
export function reserveInput(sale: { eventId: string; types: string[] }, quantities: readonly number[]) {
  const items = quantities.map((quantity, index) => ({ ticketTypeId: sale.types[index] ?? '', quantity }))
  return { eventId: sale.eventId, clientKey: crypto.randomUUID(), items }
}

export async function endHolds(db: Database, orderIds?: readonly string[]): Promise<void> {
  let query = db
    .updateTable('orders')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('status', '=', 'reserved')
  if (orderIds) query = query.where('id', 'in', [...orderIds])
  await query.execute()
}

/**
 * Returns violations of the accounting rules (testing-inconsistencies.ts), which must hold at every moment; empty if there are
 * none.
 */
export async function findFaults(db: Database): Promise<string[]> {
  const { rows } = await sql.raw<{ fault: string }>(buildInconsistencyQuery(() => 'true')).execute(db)
  return rows.map(({ fault }) => fault)
}
