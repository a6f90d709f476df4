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
import type { Context } from './context'
import { createSender } from './messages/sender'

const log = createLog({ level: 'silent' })
const noLimits: Limits = { consume: () => Promise.resolve(), reset: () => Promise.resolve() }
export const DAY = 86_400_000

/** Chat without the platform around it, at a moment that a test sets. Nobody is limited, unless limits are given. */
export function createTestChat(db: Database, limits: Limits = noLimits) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  /** What everybody in a room was told, and what people were told by themselves. */
  const announced: AnnouncedEvent[] = []
  const published: { userIds: readonly (string | null)[]; topics: readonly string[] }[] = []
  const typing: { roomId: string; personId: string }[] = []
  const announce: Announce = (_tick, events) => void announced.push(...events)
  const contextOf = (caller: Caller | null): Context => ({
    db,
    limits,
    jobs: { enqueue: () => Promise.resolve() },
    live: { publish: (userIds, topics) => void published.push({ userIds, topics }) },
    chat: {
      announce,
      tellTyping: (roomId, { id }) => void typing.push({ roomId, personId: id }),
      send: createSender({ db, announce }),
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
    published,
    typing,
    contextOf,
    /** The calls as somebody signed in. */
    as: (caller: Caller | null) => createRouterClient(chatCalls, { context: contextOf(caller) }),
  }
}
export type TestChat = ReturnType<typeof createTestChat>

let count = 0

export async function insertPerson(
  db: Database,
  { name = `Person ${(count += 1)}`, roles = ['user'] as readonly Role[], isPublic = true } = {},
): Promise<Caller> {
  const id = newId()
  const email = `${id}@example.com`
  await sql`insert into accounts (id, email) values (${id}, ${email})`.execute(db)
  await sql`insert into profiles (id, full_name, email, is_public) values (${id}, ${name}, ${email}, ${isPublic})`.execute(
    db,
  )
  for (const role of roles)
    await sql`insert into user_roles (user_id, role) values (${id}, ${role})`.execute(db)
  return {
    id,
    sessionId: newId(),
    fullName: name,
    email,
    isEmailVerified: true,
    avatarUrl: null,
    roles,
  }
}

interface NewRoom {
  name?: string
  type?: 'public' | 'genre' | 'private'
  genre?: string
  joinBy?: 'invitation' | 'request'
  isActive?: boolean
  admins?: readonly Caller[]
  members?: readonly Caller[]
}

/** Past all calls, so that a test begins where it wants. Answers the id. */
export async function insertRoom(db: Database, room: NewRoom = {}): Promise<string> {
  const { name = 'Load-in', genre = null, isActive = true, admins = [], members = [] } = room
  const { joinBy = null, type = joinBy ? 'private' : genre ? 'genre' : 'public' } = room
  const id = newId()
  const way = type === 'private' ? (joinBy ?? 'invitation') : null
  await sql`insert into chat_rooms (id, name, room_type, genre, join_by, is_active)
    values (${id}, ${name}, ${type}, ${genre}, ${way}, ${isActive})`.execute(db)
  for (const person of admins) await insertMembership(db, id, person, 'admin')
  for (const person of members) await insertMembership(db, id, person)
  return id
}

export async function insertMembership(
  db: Database,
  roomId: string,
  { id }: Pick<Caller, 'id'>,
  role: RoomRole = 'member',
): Promise<void> {
  await sql`insert into chat_room_members (room_id, user_id, role) values (${roomId}, ${id}, ${role})`.execute(
    db,
  )
}

/** Answers its place in the order of everything. */
export async function insertMessage(
  db: Database,
  roomId: string,
  { id: userId }: Pick<Caller, 'id'>,
  { content = 'Soundcheck at five', isHidden = false } = {},
): Promise<{ id: string; seq: number }> {
  const id = newId()
  const { rows } = await sql<{ seq: number }>`
    with tick as (update chat_clock set seq = seq + 1 returning seq)
    insert into chat_messages (id, room_id, user_id, content, seq, hidden_at)
    select ${id}::uuid, ${roomId}::uuid, ${userId}::uuid, ${content}, tick.seq, ${isHidden ? new Date() : null}::timestamptz
    from tick returning seq`.execute(db)
  return { id, seq: rows[0]?.seq ?? 0 }
}

export async function insertBan(db: Database, roomId: string, { id }: Pick<Caller, 'id'>): Promise<void> {
  await sql`insert into chat_bans (room_id, user_id, why) values (${roomId}, ${id}, 'Spam')`.execute(db)
  await sql`delete from chat_room_members where room_id = ${roomId} and user_id = ${id}`.execute(db)
}

export async function connectPeople(db: Database, one: Caller, other: Caller): Promise<void> {
  await sql`insert into connections (user_id, connected_user_id, status, answered_at)
    values (${one.id}, ${other.id}, 'accepted', now())`.execute(db)
}

/** Who is in a room: the role of each. */
export async function rolesIn(db: Database, roomId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ user_id: string; role: string }>`
    select user_id, role from chat_room_members where room_id = ${roomId}`.execute(db)
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]))
}

export async function auditOf(db: Database, subjectId: string) {
  const { rows } = await sql<{ actor_id: string | null; action: string; details: Record<string, unknown> }>`
    select actor_id, action, details from audit_log where subject_id = ${subjectId} order by created_at, id`.execute(
    db,
  )
  return rows
}
