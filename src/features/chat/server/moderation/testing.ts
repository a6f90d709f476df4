import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Caller, Role } from '~/platform/rpc/caller'
import type { NewEvent } from '../change-chat'
import type { Context } from '../context'
import { caseCalls } from '../cases/calls'
import { moderationCalls } from './calls'

const log = createLog({ level: 'silent' })
// Only what is tested here: rooms and messages are written by hand.
const router = { moderation: moderationCalls, cases: caseCalls }

export type Person = { id: string; roles: readonly Role[] }

/** Moderation without the platform around it, at a moment that a test sets. */
export function createModeration(db: Database) {
  const clock = { now: new Date('2026-11-20T21:48:00Z') }
  /** What followers heard, without numbers. */
  const heard: NewEvent[] = []
  /** Who was told to read their own again. */
  const told: (string | null)[] = []
  const contextOf = (person: Person): Context => ({
    db,
    jobs: { enqueue: () => Promise.resolve() },
    limits: createLimits(),
    live: { publish: (userIds) => void told.push(...userIds) },
    chat: {
      announce: (_tick, events) => void heard.push(...events.map(({ seq: _seq, ...event }) => event)),
      tellTyping: () => undefined,
      send: Object.assign(() => Promise.reject(new Error('nobody sends here')), { size: () => 0 }),
    },
    now: () => clock.now,
    caller: callerOf(person),
    requestId: 'req-1',
    ip: '192.0.2.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    log,
  })
  return {
    clock,
    heard,
    told,
    as: (person: Person) => createRouterClient(router, { context: contextOf(person) }),
  }
}

function callerOf({ id, roles }: Person): Caller {
  return {
    id,
    sessionId: id,
    fullName: 'Somebody',
    email: 'somebody@example.com',
    isEmailVerified: true,
    avatarUrl: null,
    roles,
  }
}

export async function insertPerson(db: Database, name: string, role: Role = 'user'): Promise<Person> {
  const id = newId()
  const email = `${id}@example.com`
  await db.insertInto('accounts').values({ id, email }).execute()
  await db
    .insertInto('profiles')
    .values({ id, email, full_name: name, is_public: true, created_at: new Date('2026-11-06T20:00:00Z') })
    .execute()
  await db.insertInto('user_roles').values({ user_id: id, role }).execute()
  return { id, roles: [role] }
}

interface NewRoom {
  name?: string
  type?: 'public' | 'private'
  joinBy?: 'invitation' | 'request'
  admins?: readonly Person[]
  members?: readonly Person[]
  directKey?: string
}

export async function insertRoom(
  db: Database,
  { name = 'Deep end', type = 'public', joinBy, admins = [], members = [], directKey }: NewRoom = {},
): Promise<string> {
  const id = newId()
  await db
    .insertInto('chat_rooms')
    .values({
      id,
      name,
      room_type: type,
      join_by: type === 'private' ? (joinBy ?? 'invitation') : null,
      direct_key: directKey ?? null,
    })
    .execute()
  for (const [role, people] of [
    ['admin', admins],
    ['member', members],
  ] as const)
    for (const person of people)
      await db.insertInto('chat_room_members').values({ room_id: id, user_id: person.id, role }).execute()
  return id
}

export async function insertMessage(
  db: Database,
  roomId: string,
  sender: Person | null,
  content = 'Followers, cheap and fast',
): Promise<string> {
  const id = newId()
  const { seq } = await db
    .updateTable('chat_clock')
    .set({ seq: sql<number>`seq + 1` })
    .returning('seq')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('chat_messages')
    .values({
      id,
      room_id: roomId,
      user_id: sender?.id ?? null,
      content,
      seq,
      client_id: crypto.randomUUID(),
    })
    .execute()
  return id
}

/** What was written down by this person: verb, whom it was about, and the rest. By time, of one act by name. */
export async function auditOf(
  db: Database,
  actor: Person,
): Promise<{ action: string; subject: string; details: unknown }[]> {
  return db
    .selectFrom('audit_log')
    .where('actor_id', '=', actor.id)
    .select(['action', 'subject_id as subject', 'details'])
    .orderBy('created_at')
    .orderBy('action')
    .execute()
}
