import { expect } from 'vitest'
import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLive, type Live } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import { runChatChange, type NewEvent } from '../run-chat-change'
import type { EventNumbers } from '../event-numbers'
import { type Chat, createChat } from '../create-chat'
import { createGroups } from './keyed-sets'

/** Polls with the default timeout of vitest.config.ts. */
export const soon = <Read>(read: () => Read) => expect.poll(read)

export interface ReceivedEvent {
  event: string
  id: number | null
  data: unknown
}

export function parseEvents(text: string): ReceivedEvent[] {
  return text
    .split('\n\n')
    .filter((block) => /^(?:event|id|data):/m.test(block))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const id = field('id')
      return {
        event: field('event') ?? 'message',
        id: id === undefined ? null : Number(id),
        data: JSON.parse(field('data') ?? 'null') as unknown,
      }
    })
}

/** Opens a browser tab's stream for this person and waits until it has caught up. */
export async function followChat(
  chat: Pick<Chat, 'feed'>,
  userId: string,
  { after, watch, lastEventId }: { after?: number; watch?: string; lastEventId?: string } = {},
) {
  let text = ''
  let isCut = false
  const search = new URLSearchParams()
  if (after !== undefined) search.set('after', String(after))
  if (watch !== undefined) search.set('watch', watch)
  const caughtUp = Promise.withResolvers<void>()
  const feed = chat.feed.open({
    userId,
    search,
    lastEventId: lastEventId ?? null,
    write(bytes) {
      text += Buffer.from(bytes).toString()
      if (/^event: (?:at|reset)$/m.test(text)) caughtUp.resolve()
    },
    cut() {
      isCut = true
      feed.close()
      caughtUp.resolve()
    },
  })
  await caughtUp.promise
  const events = () => parseEvents(text)
  return {
    get events() {
      return events()
    },
    chat: () =>
      events()
        .filter(({ event }) => event === 'chat')
        .map(({ data }) => data as Record<string, unknown>),
    numbers: () =>
      events()
        .filter(({ event }) => event === 'chat')
        .map(({ id }) => id),
    isCut: () => isCut,
    position: () => feed.position(),
    close: () => feed.close(),
  }
}

const log = createLog({ level: 'silent' })

/**
 * Creates `Live` instances that exchange signals with a short delay, like server processes connected through Redis.
 */
export function connectLiveBuses(count: number): Live[] {
  const ears = Array.from({ length: count }, () => ({
    listeners: new Map<string, Set<(payload: unknown) => void>>(),
    channels: createGroups<object>(() => () => undefined),
  }))
  return ears.map((own) => ({
    ...createLive({ log }),
    signal(name, payload, channel) {
      const text = JSON.stringify(payload)
      setImmediate(() => {
        for (const ear of ears)
          if (ear !== own && (!channel || ear.channels.has(JSON.stringify(channel))))
            for (const listener of ear.listeners.get(name) ?? []) listener(JSON.parse(text))
      })
    },
    onSignal(name, listener) {
      own.listeners.set(name, (own.listeners.get(name) ?? new Set()).add(listener))
      return () => void own.listeners.get(name)?.delete(listener)
    },
    follow(channel) {
      const follower = {}
      own.channels.add(JSON.stringify(channel), follower)
      return () => own.channels.delete(JSON.stringify(channel), follower)
    },
  }))
}

/** Starts one chat process without its API: writes go directly to the database, without checks. */
export function startProcess(db: Database, { live = createLive({ log }), pollMs = 60_000 } = {}) {
  const chat = createChat({ db, live, log, pollMs })
  const change = (events: NewEvent[], write: (trx: Transaction, numbers: EventNumbers) => Promise<unknown>) =>
    runChatChange(
      { db, chat, live, jobs: { enqueue: () => Promise.resolve() } },
      events.length,
      async (trx, numbers) => {
        await write(trx, numbers)
        return { result: numbers.first, events }
      },
    )
  const standing = (roomId: string, userId: string, write: (trx: Transaction) => Promise<unknown>) =>
    change([{ kind: 'member', roomId, userId }], write)

  return {
    db,
    live,
    chat,
    change,
    follow: (userId: string, options?: Parameters<typeof followChat>[2]) => followChat(chat, userId, options),
    /** This function and those below write directly to the database and return the number of their event. */
    post: (roomId: string, userId: string, content: string, messageId = newId()) =>
      change([{ kind: 'message', roomId, messageId }], (trx, { first }) =>
        sql`insert into chat_messages (id, room_id, user_id, content, seq)
          values (${messageId}, ${roomId}, ${userId}, ${content}, ${first})`.execute(trx),
      ),
    edit: (roomId: string, messageId: string, content: string) =>
      change([{ kind: 'changed', roomId, messageId }], (trx) =>
        sql`update chat_messages set content = ${content}, is_edited = true where id = ${messageId}`.execute(
          trx,
        ),
      ),
    hide: (roomId: string, messageId: string) =>
      change([{ kind: 'changed', roomId, messageId }], (trx) =>
        sql`update chat_messages set hidden_at = now() where id = ${messageId}`.execute(trx),
      ),
    remove: (roomId: string, messageId: string) =>
      change([{ kind: 'deleted', roomId, messageId }], (trx) =>
        sql`delete from chat_messages where id = ${messageId}`.execute(trx),
      ),
    join: (roomId: string, userId: string) =>
      standing(roomId, userId, (trx) =>
        sql`insert into chat_room_members (room_id, user_id) values (${roomId}, ${userId})`.execute(trx),
      ),
    leave: (roomId: string, userId: string) =>
      standing(roomId, userId, (trx) =>
        sql`delete from chat_room_members where room_id = ${roomId} and user_id = ${userId}`.execute(trx),
      ),
    ban: (roomId: string, userId: string) =>
      standing(roomId, userId, async (trx) => {
        await sql`delete from chat_room_members where room_id = ${roomId} and user_id = ${userId}`.execute(
          trx,
        )
        await sql`insert into chat_bans (room_id, user_id, reason) values (${roomId}, ${userId}, 'spam')`.execute(
          trx,
        )
      }),
    setActive: (roomId: string, isActive: boolean) =>
      change([{ kind: 'room', roomId }], (trx) =>
        sql`update chat_rooms set is_active = ${isActive} where id = ${roomId}`.execute(trx),
      ),
    close: () => chat.close(),
  }
}
export type Process = ReturnType<typeof startProcess>
