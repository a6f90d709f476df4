import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createTestBookings } from '~/features/bookings/server/testing'
import type { CancellationDays } from '~/features/bookings/rules/deal'
import { NO_TAX, type Tax } from '~/lib/tax'
import type { Caller } from '~/platform/rpc/caller'
import { insertCallers } from '~tests/support/shop'
import { openPaidOrder } from '~tests/support/stripe/paid-order'
import { insertBooking, openBooks } from '../testing'
import type { TestProvider } from './testing-provider'
import type { History } from './testing-steps'

const HOUR_MS = 3_600_000
const BUYERS = 2
const TAXES: readonly Tax[] = [
  NO_TAX,
  { mode: 'included', ratePpm: 190_000 },
  { mode: 'added', ratePpm: 88_750 },
]

/** Creates the admin and the stand-in of Stripe that all histories on a database share. */
export async function openGround(db: Database) {
  const card = await openPaidOrder(db)
  const [admin] = await insertCallers(db, 1)
  if (admin === undefined) throw new Error('No admin was inserted')
  return { db, card, admin }
}
export type Ground = Awaited<ReturnType<typeof openGround>>

export type HistoryEvent = Awaited<ReturnType<typeof openEvent>>

async function setTax(db: Database, { eventId, choice }: { eventId: string; choice: number }): Promise<void> {
  const { mode, ratePpm } = TAXES[choice] ?? NO_TAX
  await sql`update events set tax_mode = ${mode}, tax_ppm = ${ratePpm} where id = ${eventId}`.execute(db)
}

/** Creates the event of a history with its organizer and its DJs. No ticket is sold yet. */
export async function openEvent(
  ground: Ground,
  { prices, deals, connected }: Pick<History, 'prices' | 'deals' | 'connected'>,
  provider: TestProvider,
) {
  const { db } = ground
  const books = await openBooks(db)
  const { eventId, organizer, sale } = books
  // The event starts at noon, because a set after midnight belongs to the day before.
  await sql`update events set event_date = date_trunc('day', event_date, 'UTC') + interval '12 hours' where id = ${eventId}`.execute(
    db,
  )
  await sql`
    update ticket_types t set price_cents = x.cents
    from unnest(${sale.types}::uuid[], ${prices}::integer[]) x(id, cents) where t.id = x.id`.execute(db)
  await setTax(db, { eventId, choice: prices.reduce((sum, cents) => sum + cents, 0) % TAXES.length })
  // Several buyers are needed, because the shop limits how often an account reserves.
  const callers = await insertCallers(db, deals.length + BUYERS)
  const buyers = callers.slice(deals.length)
  const djs: Caller[] = callers.slice(0, deals.length).map((dj) => ({ ...dj, roles: ['user'] }))
  const bookings: { id: string; dj: Caller; cancellation: CancellationDays }[] = []
  for (const [index, terms] of deals.entries()) {
    const dj = djs[index] ?? organizer
    bookings.push({
      id: await insertBooking(db, { eventId, organizer, dj }, terms),
      dj,
      cancellation: terms.deal.cancellation,
    })
  }
  await setDeposits(
    db,
    bookings.map(({ id }, index) => ({ id, depositCents: deals[index]?.depositCents ?? null })),
  )
  const people = [organizer, ...djs]
  const { rows } = await sql<{ endsAt: Date }>`
    select coalesce(ends_at, event_date + interval '12 hours') as "endsAt" from events where id = ${eventId}`.execute(
    db,
  )
  const endsAt = rows[0]?.endsAt ?? new Date()
  await connect(
    db,
    people.filter((_, index) => connected[index] === true),
  )
  /** Moves the clock of the history, never backward. */
  const moveClockTo = (now: Date) => {
    if (now > books.clock.now) books.clock.now = now
  }
  return {
    ground,
    books,
    provider,
    eventId,
    organizer,
    people,
    bookings,
    bookingCalls: createTestBookings(db),
    getBooking: (index: number) => {
      const booking = bookings[index % bookings.length]
      if (booking === undefined) throw new Error('The event has no booking')
      return booking
    },
    getBuyer: (index: number) => buyers[index % BUYERS] ?? ground.admin,
    /** The references of the payments by card, which the disputes below refer to. */
    cards: [] as string[],
    /** The references of payments for bookings. */
    bookingPayments: [] as string[],
    disputes: [] as { id: string; reference: string }[],
    getPerson: (index: number): Caller => people[index % people.length] ?? organizer,
    /** Moves the clock to some hours after the end of the event. */
    passTime: (hours: number) => moveClockTo(new Date(endsAt.getTime() + hours * HOUR_MS)),
    moveClockTo,
  }
}

/** Sets the deposits, and records that both sides agreed. */
async function setDeposits(
  db: Database,
  bookings: readonly { id: string; depositCents: number | null }[],
): Promise<void> {
  await sql`
    with steps as (
      insert into booking_steps (booking_id, position, kind) select x, 1, 'accept' from unnest(${bookings.map(({ id }) => id)}::uuid[]) x
    )
    update bookings b set deposit_cents = x.cents
    from unnest(${bookings.map(({ id }) => id)}::uuid[], ${bookings.map(({ depositCents }) => depositCents)}::integer[]) x(id, cents)
    where b.id = x.id`.execute(db)
}

/** Connects a new payout account for each person without one. */
export async function connect(db: Database, people: readonly Caller[]): Promise<void> {
  for (const { id } of people)
    await sql`
      insert into payees (user_id, provider, account_id, status, connected_at)
      values (${id}, 'sandbox', ${getAccountPrefix(id)} || gen_random_uuid(), 'connected', now()) on conflict do nothing`.execute(
      db,
    )
}

export async function disconnect(db: Database, { id }: Caller): Promise<void> {
  await sql`delete from payees where user_id = ${id}`.execute(db)
}

const getAccountPrefix = (personId: string): string => `sbx_payee_${personId}_`

/** Returns whether the payout account belongs or belonged to the person. */
export const isAccount = (accountId: string, personId: string): boolean =>
  accountId.startsWith(getAccountPrefix(personId))

/** Hides the event from the jobs, which later histories run for all events. */
export async function retireEvent({ ground: { db }, eventId }: HistoryEvent): Promise<void> {
  await sql`
    with settled as (delete from settlements where event_id = ${eventId}),
      noticed as (insert into settlement_notices (event_id, kind, sent_at) values (${eventId}, 'ready', now()) on conflict do nothing),
      waiting as (update transfers set next_attempt_at = 'infinity' where event_id = ${eventId} and status = 'requested')
    update events set organizer_id = null where id = ${eventId}`.execute(db)
}
