import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import type { Limits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Caller, Role } from '~/platform/rpc/caller'
import type { RoomRole } from '../rules/chat-limits'
import type { Announce, AnnouncedEvent } from './append-events'
import { chatCalls } from './calls'
import type { NewEvent } from './run-chat-change'
import type { EventNumbers } from './event-numbers'
import type { Context } from './context'
import { createMessageBatch } from './messages/message-batch'
import type { ReadPosition } from './stream/encode-events'

const log = createLog({ level: 'silent' })
const noLimits: Pick<Limits, 'consume'> = { consume: () => Promise.resolve() }
export const DAY = 86_400_000

/** Creates chat without the rest of the platform, at a time set by the test. No rate limits unless `limits` is given. */
export function createTestChat(db: Database, limits: Pick<Limits, 'consume'> = noLimits) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  /**
   * What chat announced and sent, for assertions: events announced to rooms, one by one and in batches, and
   * everything sent to individual people.
   */
  const announced: AnnouncedEvent[] = []
  const batches: { numbers: EventNumbers; events: readonly AnnouncedEvent[] }[] = []
  const published: { userIds: readonly (string | null)[]; topics: readonly string[] }[] = []
  const read: ({ personId: string } & ReadPosition)[] = []
  const typing: { roomId: string; id: string; name: string }[] = []
  const announce: Announce = (numbers, events) => {
    announced.push(...events)
    batches.push({ numbers, events })
  }
  const send = createMessageBatch({ db, announce })
  const contextOf = (caller: Caller | null): Context => ({
    db,
    limits,
    jobs: { enqueue: () => Promise.resolve() },
    live: { publish: (userIds, topics) => void published.push({ userIds, topics }) },
    chat: {
      announce,
      notifyRead: (personId, position) => void read.push({ personId, ...position }),
      notifyTyping: (roomId, person) => void typing.push({ roomId, ...person }),
      send,
    },
    now: () => clock.now,
    caller,
    requestId: 'req-1',
    ip: '192.0.2.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    log,
  })
  return {
    clock,
    announced,
    batches,
    published,
    read,
    typing,
    send,
    contextOf,
    heard: (): NewEvent[] => announced.map(({ seq: _seq, ...event }) => event),
    notified: () => published.flatMap(({ userIds }) => userIds),
    /** Calls the API as this user. */
    as: (caller: Caller | null) => createRouterClient(chatCalls, { context: contextOf(caller) }),
  }
}
export type TestChat = ReturnType<typeof createTestChat>

let count = 0

export async function insertPerson(
  db: Database,
  { name = `Person ${(count += 1)}`, roles = ['user'] as readonly Role[], isPublic = true } = {},
): Promise<Caller> {
  const person = callerOf(newId(), roles, name)
  const { id, email } = person
  await sql`insert into accounts (id, email) values (${id}, ${email})`.execute(db)
  await sql`insert into profiles (id, full_name, email, is_public) values (${id}, ${name}, ${email}, ${isPublic})`.execute(
    db,
  )
  for (const role of roles)
    await sql`insert into user_roles (user_id, role) values (${id}, ${role})`.execute(db)
  return person
}

/** For tests that need only the person's id. */
export async function insertPersonId(db: Database, name?: string): Promise<string> {
  return (await insertPerson(db, name === undefined ? {} : { name })).id
}

export function callerOf(id: string, roles: readonly Role[] = ['user'], fullName = 'Somebody'): Caller {
  return {
    id,
    sessionId: id,
    fullName,
    email: `${id}@example.com`,
    isEmailVerified: true,
    avatarUrl: null,
    roles,
  }
}

type Someone = string | Pick<Caller, 'id'>
const idOf = (person: Someone) => (typeof person === 'string' ? person : person.id)

interface NewRoom {
  name?: string
  type?: 'public' | 'genre' | 'private'
  genre?: string
  joinBy?: 'invitation' | 'request'
  isActive?: boolean
  slowModeSeconds?: number
  admins?: readonly Someone[]
  members?: readonly Someone[]
}

/** Inserts a room directly, without permission checks. Returns its id. */
export async function insertRoom(db: Database, room: NewRoom = {}): Promise<string> {
  const { name = 'Load-in', genre = null, isActive = true, slowModeSeconds = 0 } = room
  const { joinBy = null, type = joinBy ? 'private' : genre ? 'genre' : 'public' } = room
  const id = newId()
  const way = type === 'private' ? (joinBy ?? 'invitation') : null
  await sql`insert into chat_rooms (id, name, room_type, genre, join_by, is_active, slow_mode_seconds)
    values (${id}, ${name}, ${type}, ${genre}, ${way}, ${isActive}, ${slowModeSeconds})`.execute(db)
  for (const person of room.admins ?? []) await insertMembership(db, id, person, 'admin')
  for (const person of room.members ?? []) await insertMembership(db, id, person)
  return id
}

export async function insertMembership(
  db: Database,
  roomId: string,
  person: Someone,
  role: RoomRole = 'member',
): Promise<void> {
  await sql`insert into chat_room_members (room_id, user_id, role) values (${roomId}, ${idOf(person)}, ${role})`.execute(
    db,
  )
}

export async function insertDirect(db: Database, one: Someone, other: Someone): Promise<string> {
  const id = await insertRoom(db, { type: 'private', name: 'Direct', members: [one, other] })
  const key = [idOf(one), idOf(other)].toSorted().join(':')
  await sql`update chat_rooms set direct_key = ${key} where id = ${id}`.execute(db)
  return id
}

/** Inserts a message of a person, or of a deleted account. Returns its number. */
export async function insertMessage(
  db: Database,
  roomId: string,
  sender: Someone | null,
  { content = 'Soundcheck at five', isHidden = false } = {},
): Promise<{ id: string; seq: number }> {
  const id = newId()
  const userId = sender && idOf(sender)
  const { rows } = await sql<{ seq: number }>`
    with tick as (update chat_clock set seq = seq + 1 returning seq)
    insert into chat_messages (id, room_id, user_id, client_id, content, seq, hidden_at)
    select ${id}::uuid, ${roomId}::uuid, ${userId}::uuid, gen_random_uuid(), ${content}, tick.seq,
      ${isHidden ? new Date() : null}::timestamptz
    from tick returning seq`.execute(db)
  return { id, seq: rows[0]?.seq ?? 0 }
}

export async function insertMute(
  db: Database,
  person: Someone,
  { roomId = null, until, lifted = false }: { roomId?: string | null; until: Date; lifted?: boolean },
): Promise<void> {
  await sql`insert into chat_mutes (user_id, room_id, until, reason, lifted_at)
    values (${idOf(person)}, ${roomId}, ${until}, 'Shouting', ${lifted ? new Date() : null})`.execute(db)
}

export async function insertBan(db: Database, roomId: string, { id }: Pick<Caller, 'id'>): Promise<void> {
  await sql`insert into chat_bans (room_id, user_id, reason) values (${roomId}, ${id}, 'Spam')`.execute(db)
  await sql`delete from chat_room_members where room_id = ${roomId} and user_id = ${id}`.execute(db)
}

export async function connectPeople(db: Database, one: Caller, other: Caller): Promise<void> {
  await sql`insert into connections (user_id, connected_user_id, status, answered_at)
    values (${one.id}, ${other.id}, 'accepted', now())`.execute(db)
}

export async function rolesIn(db: Database, roomId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ user_id: string; role: string }>`
    select user_id, role from chat_room_members where room_id = ${roomId}`.execute(db)
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]))
}

export async function storedIn(db: Database, roomId: string) {
  return db
    .selectFrom('chat_messages')
    .select(['id', 'seq', 'user_id', 'client_id', 'content', 'created_at'])
    .where('room_id', '=', roomId)
    .orderBy('seq')
    .execute()
}

export async function auditOf(db: Database, subjectId: string) {
  const { rows } = await sql<{ actor_id: string | null; action: string; details: Record<string, unknown> }>`
    select actor_id, action, details from audit_log where subject_id = ${subjectId} order by created_at, id`.execute(
    db,
  )
  return rows
}

export async function auditBy(db: Database, { id }: Pick<Caller, 'id'>) {
  return db
    .selectFrom('audit_log')
    .where('actor_id', '=', id)
    .select(['action', 'subject_id as subject', 'details'])
    .orderBy('created_at')
    .orderBy('action')
    .execute()
}
