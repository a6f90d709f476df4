import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
} from '~tests/support/fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { randomRuns } from '~tests/support/random-runs'
import { selectReadableRooms } from '../visible-rooms'
import { insertPersonId, insertRoom } from '../testing'
import { createTalk } from './testing'

// The feed first checks the site's latest events. If they contain fewer than ten readable messages, it checks every
// room. Both ways must return the same messages.
let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

/** Reference implementation: sorts all readable messages and returns the first ten. */
async function expectedFeed(me: string): Promise<string[]> {
  const rows = await selectReadableRooms(db, me)
    .innerJoin('chat_messages as x', 'x.room_id', 'r.id')
    .where('r.is_active', '=', true)
    .where('x.hidden_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from chat_hidden_people h where h.user_id = ${me} and h.hidden_id = x.user_id)`,
    )
    .select('x.id')
    .orderBy('x.seq', 'desc')
    .limit(10)
    .execute()
  return rows.map(({ id }) => id)
}

const index = nat({ max: 4 })
const step = oneof(
  { weight: 6, arbitrary: record({ kind: constant('say' as const), room: index, person: index }) },
  record({
    kind: constantFrom('hide' as const, 'remove' as const, 'trim' as const),
    room: index,
    person: index,
  }),
  record({
    kind: constantFrom('fold' as const, 'archive' as const, 'ban' as const, 'leave' as const),
    room: index,
    person: index,
  }),
)

test('H-02 the feed gives the same result whether it reads the latest events or each room', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => insertPersonId(db)))
  const talk = createTalk(db)
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      await sql`truncate chat_rooms, chat_events, chat_hidden_people cascade`.execute(db)
      const rooms = [
        await insertRoom(db, { members: people }),
        await insertRoom(db, { members: people.slice(1) }),
        await insertRoom(db, { type: 'private', members: people }),
        await insertRoom(db, { type: 'private', members: people.slice(1) }),
        await insertRoom(db, { joinBy: 'request', members: people.slice(1) }),
      ]
      for (const { kind, room, person } of steps) {
        const [roomId = '', personId = '', me = ''] = [rooms[room], people[person], people[0]]
        if (kind === 'say') await talk.say(personId, roomId, 'hey').catch(() => undefined)
        if (kind === 'hide')
          await sql`update chat_messages set hidden_at = now() where room_id = ${roomId} and user_id = ${personId}`.execute(
            db,
          )
        if (kind === 'remove')
          await sql`delete from chat_messages where room_id = ${roomId} and user_id = ${personId}`.execute(db)
        if (kind === 'fold' && person > 0)
          await sql`insert into chat_hidden_people (user_id, hidden_id) values (${me}, ${personId}) on conflict do nothing`.execute(
            db,
          )
        if (kind === 'archive')
          await sql`update chat_rooms set is_active = not is_active where id = ${roomId}`.execute(db)
        if (kind === 'ban')
          await sql`insert into chat_bans (room_id, user_id, reason) values (${roomId}, ${me}, 'Spam') on conflict do nothing`.execute(
            db,
          )
        if (kind === 'leave') await talk.takeOut(roomId, me)
        if (kind === 'trim')
          await sql`delete from chat_events where seq < (select avg(seq) from chat_events)`.execute(db)
      }
      for (const reader of people.slice(0, 2)) {
        const { messages } = await talk.as(reader).messages.feed()
        expect(messages.map(({ id }) => id)).toEqual(await expectedFeed(reader))
      }
    }),
    { numRuns: randomRuns(20) },
  )
}, 60_000)
