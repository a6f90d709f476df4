import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLog } from '~/platform/log/log'
import type { Limits } from '~/platform/limits/limits'
import { createTestSettings } from '~/features/settings/server/testing'
import type { Currency } from '~/lib/currency'
import type { Caller } from '~/platform/rpc/caller'
import type { Terms } from '../contract-shapes'
import { FLAT_DEAL } from '../rules/deal'
import { bookingsCalls } from './calls'
import type { Context } from './context'

const log = createLog({ level: 'silent' })
const noLimits: Limits = {
  consume: () => Promise.resolve(),
  check: () => Promise.resolve(),
  reset: () => Promise.resolve(),
}
const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Creates the bookings feature without the platform, with a test clock. */
export function createTestBookings(db: Database, limits: Limits = noLimits) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  /** The live updates published to browsers, for assertions. */
  const published: { userIds: readonly (string | null)[]; topics: readonly string[] }[] = []
  const services = {
    db,
    jobs: { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() },
    live: {
      publish: (userIds: readonly (string | null)[], topics: readonly string[]) => {
        published.push({ userIds, topics })
      },
    },
    now: () => clock.now,
  }
  const createContext = (caller: Caller | null): Context => ({
    ...services,
    limits,
    settings: createTestSettings({ name: 'Slipped Halves' }),
    secret: 'a secret of the tests, long enough',
    config: { publicUrl: 'https://b2b.example' },
    caller,
    requestId: 'req-1',
    ip: '192.0.2.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    log,
  })
  return {
    db,
    clock,
    services,
    published,
    contextOf: createContext,
    as: (caller: Caller | null) => createRouterClient(bookingsCalls, { context: createContext(caller) }),
    pass: (time: number) => {
      clock.now = new Date(clock.now.getTime() + time)
    },
  }
}
export type TestBookings = ReturnType<typeof createTestBookings>

interface NewMember {
  name?: string
  isDj?: boolean
  isPublic?: boolean
  zone?: string
  days?: number[]
}

export async function insertMember(db: Database, member: NewMember = {}): Promise<Caller> {
  const { name = 'Jonas Wirth', isDj = false, isPublic = true, zone = 'Europe/Berlin', days = [] } = member
  const id = newId()
  const email = `${id}@example.com`
  await sql`insert into accounts (id, email) values (${id}, ${email})`.execute(db)
  await sql`
    insert into profiles (id, full_name, email, is_public, timezone, availability_days)
    values (${id}, ${name}, ${email}, ${isPublic}, ${zone}, ${days})`.execute(db)
  if (isDj) await sql`insert into user_member_types (user_id, member_type) values (${id}, 'dj')`.execute(db)
  return {
    id,
    sessionId: newId(),
    fullName: name,
    email,
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['user'],
  }
}

export const insertDj = (db: Database, dj: NewMember = {}) =>
  insertMember(db, { name: 'Mara Voss', isDj: true, days: [5, 6], ...dj })

/** Returns complete terms of a three-hour set, `daysAhead` days after the time of the test clock. */
export function createTerms(bookings: TestBookings, daysAhead: number, more: Partial<Terms> = {}): Terms {
  const startsAt = new Date(bookings.clock.now.getTime() + daysAhead * DAY)
  return {
    eventType: 'Club Night',
    location: 'The Cistern, Berlin',
    timezone: 'Europe/Berlin',
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 3 * HOUR).toISOString(),
    feeCents: 120_000,
    depositCents: 30_000,
    deal: FLAT_DEAL,
    hospitality: 'Room for one, dinner',
    technical: 'Two turntables, rotary mixer',
    ...more,
  }
}

export function createRequest(
  bookings: TestBookings,
  djId: string,
  daysAhead: number,
  { currency, ...more }: Partial<Terms> & { currency?: Currency } = {},
) {
  const { eventType, location, timezone, startsAt, endsAt, feeCents } = createTerms(bookings, daysAhead, more)
  const requestTerms = { eventType, location, timezone, startsAt, endsAt, feeCents }
  return {
    ...requestTerms,
    id: djId,
    message: 'Are you free?',
    clientKey: crypto.randomUUID(),
    ...(currency && { currency }),
  }
}

export async function sendRequest(
  bookings: TestBookings,
  client: Caller,
  dj: Caller,
  daysAhead: number,
): Promise<string> {
  return (await bookings.as(client).request(createRequest(bookings, dj.id, daysAhead))).id
}

export async function createConfirmedBooking(
  bookings: TestBookings,
  client: Caller,
  dj: Caller,
  daysAhead: number,
): Promise<string> {
  const id = await sendRequest(bookings, client, dj, daysAhead)
  await bookings.as(dj).accept({ id, steps: 1 })
  return id
}
