import { createRouterClient } from '@orpc/server'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLimits, type Limits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Role } from '~/platform/rpc/caller'
import type { Announce, AnnouncedEvent } from '../append-events'
import { chatCalls } from '../calls'
import { changeChat } from '../change-chat'
import type { Tick } from '../clock'
import type { Context } from '../context'
import { createSender } from './sender'

const log = createLog({ level: 'silent' })

/** The conversations of one process, without the platform around them. Nobody is held to a pace but where a test wants it. */
export function createTalk(
  db: Database,
  limits: Pick<Limits, 'consume'> = { consume: () => Promise.resolve() },
) {
  const announced: { tick: Tick; events: readonly AnnouncedEvent[] }[] = []
  const typing: { roomId: string; id: string; name: string }[] = []
  const announce: Announce = (tick, events) => void announced.push({ tick, events })
  const services = {
    db,
    limits,
    jobs: { enqueue: () => Promise.resolve() },
    live: { publish: () => undefined },
    chat: {
      announce,
      send: createSender({ db, announce }),
      tellTyping: (roomId: string, person: { id: string; name: string }) =>
        void typing.push({ roomId, ...person }),
    },
    now: () => new Date(),
  }
  const contextOf = (personId: string, roles: readonly Role[] = ['user']): Context => ({
    ...services,
    caller: {
      id: personId,
      sessionId: personId,
      fullName: 'Somebody',
      email: 'somebody@example.com',
      isEmailVerified: true,
      avatarUrl: null,
      roles,
    },
    requestId: 'req-1',
    ip: '192.0.2.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    log,
  })
  const as = (personId: string, roles?: readonly Role[]) =>
    createRouterClient(chatCalls, { context: contextOf(personId, roles) })
  return {
    announced,
    typing,
    /** The events that were announced, in order. */
    told: () => announced.flatMap(({ events }) => events),
    send: services.chat.send,
    as,
    /** Takes somebody out of a room as everything that changes chat does: under its clock. */
    takeOut: (roomId: string, userId: string) =>
      changeChat(services, 1, async (trx, tick) => {
        await trx
          .deleteFrom('chat_room_members')
          .where('room_id', '=', roomId)
          .where('user_id', '=', userId)
          .execute()
        return { result: tick.first, events: [{ kind: 'member', roomId, userId }] }
      }),
    /** Sends as a browser does. */
    say: (personId: string, roomId: string, content: string) =>
      as(personId).messages.send({ roomId, clientId: newId(), content }),
  }
}
export const paced = (db: Database) => createTalk(db, createLimits())

let count = 0

export async function insertPerson(db: Database, name?: string): Promise<string> {
  const id = newId()
  count += 1
  const email = `${id}@example.com`
  await db.insertInto('accounts').values({ id, email }).execute()
  await db
    .insertInto('profiles')
    .values({ id, email, full_name: name ?? `Person ${count}` })
    .execute()
  return id
}

interface NewRoom {
  name?: string
  type?: 'public' | 'private' | 'genre'
  joinBy?: 'invitation' | 'request'
  isActive?: boolean
  slowModeSeconds?: number
  members?: readonly string[]
  admins?: readonly string[]
}

export async function insertRoom(db: Database, room: NewRoom = {}): Promise<string> {
  const id = newId()
  const type = room.type ?? 'public'
  await db
    .insertInto('chat_rooms')
    .values({
      id,
      name: room.name ?? 'Deep end',
      room_type: type,
      join_by: type === 'private' ? (room.joinBy ?? 'invitation') : null,
      is_active: room.isActive ?? true,
      slow_mode_seconds: room.slowModeSeconds ?? 0,
    })
    .execute()
  await insertMembers(db, id, { members: room.members ?? [], admins: room.admins ?? [] })
  return id
}

export async function insertMembers(
  db: Database,
  roomId: string,
  { members = [], admins = [] }: { members?: readonly string[]; admins?: readonly string[] },
): Promise<void> {
  const rows = [
    ...members.map((user_id) => ({ room_id: roomId, user_id, role: 'member' })),
    ...admins.map((user_id) => ({ room_id: roomId, user_id, role: 'admin' })),
  ]
  if (rows.length > 0) await db.insertInto('chat_room_members').values(rows).execute()
}

/** The conversation of these two. */
export async function insertDirect(db: Database, one: string, other: string): Promise<string> {
  const id = await insertRoom(db, { type: 'private', name: 'Direct', members: [one, other] })
  const direct_key = [one, other].toSorted().join(':')
  await db.updateTable('chat_rooms').set({ direct_key }).where('id', '=', id).execute()
  return id
}

export async function mute(
  db: Database,
  userId: string,
  { roomId = null, until, lifted = false }: { roomId?: string | null; until: Date; lifted?: boolean },
): Promise<void> {
  await db
    .insertInto('chat_mutes')
    .values({
      user_id: userId,
      room_id: roomId,
      until,
      why: 'Shouting',
      lifted_at: lifted ? new Date() : null,
    })
    .execute()
}

/** What is stored of a room, in its order. */
export async function storedIn(db: Database, roomId: string) {
  return db
    .selectFrom('chat_messages')
    .select(['id', 'seq', 'user_id', 'client_id', 'content', 'created_at'])
    .where('room_id', '=', roomId)
    .orderBy('seq')
    .execute()
}
