import { createRouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { networkCalls } from './calls'
import type { Context } from './context'

export const DAY = 86_400_000
const log = createLog({ level: 'silent' })

/** Creates the network calls without the rest of the platform, with a clock that tests set. */
export function createNetwork(db: Database) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  /** Topics published to open browsers. */
  const published: { userIds: readonly (string | null)[]; topics: readonly string[] }[] = []
  const services = {
    db,
    limits: createLimits(),
    jobs: { enqueue: () => Promise.resolve() },
    live: {
      publish: (userIds: readonly (string | null)[], topics: readonly string[]) =>
        void published.push({ userIds, topics }),
    },
    now: () => clock.now,
  }
  const createContext = (personId: string): Context => ({
    ...services,
    caller: createCaller(personId),
    requestId: 'req-1',
    ip: '192.0.2.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    log,
  })
  return {
    clock,
    published,
    as: (personId: string) => createRouterClient(networkCalls, { context: createContext(personId) }),
  }
}

function createCaller(id: string): Caller {
  return {
    id,
    sessionId: id,
    fullName: 'Someone',
    email: 'somebody@example.com',
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['user'],
  }
}

interface NewMember {
  name?: string
  djName?: string
  types?: readonly string[]
  location?: string
  isPublic?: boolean
  isCustomer?: boolean
}

let count = 0

export async function insertMember(db: Database, member: NewMember = {}): Promise<string> {
  const id = newId()
  count += 1
  const email = `${id}@example.com`
  await db.insertInto('accounts').values({ id, email }).execute()
  await db
    .insertInto('profiles')
    .values({
      id,
      email,
      full_name: member.name ?? `Member ${count}`,
      dj_name: member.djName ?? null,
      location: member.location ?? null,
      is_public: member.isPublic ?? true,
    })
    .execute()
  const role = member.isCustomer === true ? 'customer' : 'user'
  await db.insertInto('user_roles').values({ user_id: id, role }).execute()
  for (const member_type of member.types ?? [])
    await db.insertInto('user_member_types').values({ user_id: id, member_type }).execute()
  return id
}

export async function connect(db: Database, from: string, to: string, at = new Date()): Promise<string> {
  const { id } = await db
    .insertInto('connections')
    .values({ user_id: from, connected_user_id: to, status: 'accepted', created_at: at, answered_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertEvent(
  db: Database,
  values: { title: string; at: Date; bill: readonly string[]; organizer?: string; status?: string },
): Promise<void> {
  const id = newId()
  await db
    .insertInto('events')
    .values({
      id,
      title: values.title,
      event_type: 'club_night',
      event_date: values.at,
      event_status: values.status ?? 'published',
      location: 'Leeds',
      venue_name: 'Carriage Works',
      organizer_id: values.organizer ?? null,
    })
    .execute()
  for (const dj_id of values.bill)
    await db.insertInto('line_up_slots').values({ event_id: id, dj_id, name: 'On the bill' }).execute()
}
