import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createTestSettings } from '~/features/settings/server/testing'
import { newId } from '~/lib/ids'
import { createLimits, type Limits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Caller, Role } from '~/platform/rpc/caller'
import { eventsCalls } from '../calls'
import type { Context } from '../context'
import { createPublicEvents } from '../public-events'

const log = createLog({ level: 'error' })

/** Creates the events feature without the platform, with a test clock. */
export function createTestDashboard(db: Database, limits: Limits = createLimits()) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  /** Enqueued jobs and published live updates. */
  const jobs: { name: string; payload: object }[] = []
  const published: { userIds: readonly (string | null)[]; topics: readonly string[] }[] = []
  const createContext = (caller: Caller | null, ip = '192.0.2.1'): Context => ({
    db,
    settings: createTestSettings(),
    publicEvents: createPublicEvents({ db, settings: createTestSettings(), config: { auth: {} } }),
    jobs: { enqueue: async (_trx, name, payload) => void jobs.push({ name, payload }) },
    limits,
    secret: 'of the tests',
    payees: undefined,
    live: { publish: (userIds, topics) => void published.push({ userIds, topics }) },
    config: { publicUrl: 'https://b2b.example', auth: {} },
    caller,
    requestId: 'req-1',
    ip,
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    isMembersAreaOpen: () => Promise.resolve(true),
    now: () => clock.now,
    log,
  })
  return {
    db,
    clock,
    jobs,
    published,
    createContext,
    as: (caller: Caller | null, ip?: string) =>
      createRouterClient(eventsCalls, { context: createContext(caller, ip) }).dashboard,
    createSetsClient: (caller: Caller) =>
      createRouterClient(eventsCalls, { context: createContext(caller) }).lineUp,
  }
}
export type TestDashboard = ReturnType<typeof createTestDashboard>

/** Creates a test dashboard with its own database, for all tests of a file. */
export async function openTestDashboard(): Promise<TestDashboard> {
  const { db, drop } = await createTestDatabase()
  afterAll(drop)
  return createTestDashboard(db)
}

interface NewMember {
  name?: string
  role?: Role
  isPublic?: boolean
  isDj?: boolean
  isVerified?: boolean
}

export type Member = Caller & { email: string }

/** Inserts an account, by default a member. */
export async function insertMember(db: Database, member: NewMember = {}): Promise<Member> {
  const { name = 'Jonas Wirth', role = 'user', isPublic = true, isDj = false, isVerified = true } = member
  const id = newId()
  const email = `${id}@example.com`
  await sql`insert into accounts (id, email, email_verified_at) values (${id}, ${email}, ${isVerified ? new Date() : null})`.execute(
    db,
  )
  await sql`insert into profiles (id, full_name, email, is_public) values (${id}, ${name}, ${email}, ${isPublic})`.execute(
    db,
  )
  await sql`insert into user_roles (user_id, role) values (${id}, ${role})`.execute(db)
  if (isDj) await sql`insert into user_member_types (user_id, member_type) values (${id}, 'dj')`.execute(db)
  return {
    id,
    sessionId: id,
    fullName: name,
    email,
    isEmailVerified: isVerified,
    avatarUrl: null,
    roles: [role],
  }
}

export const someEvent = {
  title: 'Dust & Diamonds',
  eventType: 'club_night',
  date: '2026-12-05',
  startsAt: '23:00',
  endsAt: '06:00',
  doorsAt: '22:30',
  timezone: 'Europe/London',
  venueName: 'Carriage Works',
  location: 'Leeds',
} as const

export async function insertDraft(
  dashboard: TestDashboard,
  organizer: Caller,
  more: object = {},
): Promise<string> {
  const { id } = await dashboard.as(organizer).create({ ...someEvent, clientKey: newId(), ...more })
  await dashboard.db
    .insertInto('ticket_types')
    .values({ event_id: id, name: 'General Admission', price_cents: 1600, quantity_total: 100 })
    .execute()
  return id
}

export async function insertPublished(
  dashboard: TestDashboard,
  organizer: Caller,
  more: object = {},
): Promise<string> {
  const id = await insertDraft(dashboard, organizer, more)
  await dashboard.as(organizer).publish({ id, version: 1 })
  return id
}

/** Inserts an order of one ticket, paid or pending, with all its records. */
export async function insertOrder(
  dashboard: TestDashboard,
  eventId: string,
  status: 'reserved' | 'confirmed' | 'expired' = 'confirmed',
): Promise<void> {
  const buyer = await insertMember(dashboard.db, { role: 'customer' })
  await sql`
    with t as (select id, price_cents from ticket_types where event_id = ${eventId}::uuid order by id limit 1),
    o as (
      insert into orders (event_id, customer_id, buyer_name, buyer_email, status, subtotal_cents, fee_basis_points, fee_cents,
        client_key, expires_at, confirmed_at)
      select ${eventId}::uuid, ${buyer.id}::uuid, 'Mara Voss', ${buyer.email}, ${status}, price_cents, 1000, 160,
        ${newId()}::uuid, now() + interval '10 minutes', case when ${status} = 'confirmed' then now() end
      from t returning id
    )
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents) select o.id, t.id, 1, t.price_cents from o, t`.execute(
    dashboard.db,
  )
}
