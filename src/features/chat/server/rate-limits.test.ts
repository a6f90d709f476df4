import { ORPCError } from '@orpc/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import type { Limits } from '~/platform/limits/limits'
import { createTestChat, insertPerson, type TestChat } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Calls = ReturnType<TestChat['as']>
const [roomId, personId, messageId] = [newId(), newId(), newId()]
const reason = 'Spam'

/** Every call that slows other people down: it locks `chat_clock`, or sends something to other browsers. */
const writing: Record<string, (calls: Calls) => Promise<unknown>> = {
  'rooms.create': ({ rooms }) =>
    rooms.create({
      name: 'Deep end',
      description: null,
      roomType: 'public',
      genre: null,
      joinBy: 'invitation',
    }),
  'rooms.update': ({ rooms }) => rooms.update({ roomId, name: 'Deeper end' }),
  'rooms.join': ({ rooms }) => rooms.join({ roomId }),
  'rooms.leave': ({ rooms }) => rooms.leave({ roomId }),
  'rooms.openDirect': ({ rooms }) => rooms.openDirect({ personId }),
  'members.setRole': ({ members }) => members.setRole({ roomId, personId, role: 'admin' }),
  'members.remove': ({ members }) => members.remove({ roomId, personId }),
  'members.invite': ({ members }) => members.invite({ roomId, personId }),
  'members.declineInvitation': ({ members }) => members.declineInvitation({ roomId }),
  'members.answerRequest': ({ members }) =>
    members.answerRequest({ roomId, requestId: newId(), isApproved: true }),
  'messages.send': ({ messages }) => messages.send({ roomId, clientId: newId(), content: 'Hello' }),
  'messages.edit': ({ messages }) => messages.edit({ messageId, content: 'Hello' }),
  'messages.remove': ({ messages }) => messages.remove({ messageId }),
  'messages.typing': ({ messages }) => messages.typing({ roomId }),
  'moderation.report': ({ moderation }) =>
    moderation.report({ about: { kind: 'person', personId }, reason: 'spam', note: '', hidePerson: false }),
  'moderation.hideMessage': ({ moderation }) =>
    moderation.hideMessage({ messageId, isHidden: true, reason: reason }),
  'moderation.mute': ({ moderation }) => moderation.mute({ roomId, personId, minutes: 60, reason: reason }),
  'moderation.unmute': ({ moderation }) => moderation.unmute({ roomId, personId, reason: reason }),
  'moderation.ban': ({ moderation }) => moderation.ban({ roomId, personId, reason: reason }),
  'moderation.unban': ({ moderation }) => moderation.unban({ roomId, personId, reason: reason }),
}

test.for(Object.entries(writing))('%s is rate-limited', async ([, call]) => {
  const asked: string[] = []
  const spent: Limits = {
    consume(name, key) {
      asked.push(`${name} ${key}`)
      throw new ORPCError('TOO_MANY_REQUESTS', { data: { retryAfterSeconds: 3 } })
    },
    check: () => Promise.resolve(),
    reset: () => Promise.resolve(),
  }
  const me = await insertPerson(database.db)
  await expect(call(createTestChat(database.db, spent).as(me))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  expect(asked).toEqual([expect.stringContaining(me.id)])
})
