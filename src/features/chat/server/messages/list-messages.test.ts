import { assert, asyncProperty, integer } from '~tests/support/fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { insertDirect, insertPersonId, insertRoom, storedIn } from '../testing'
import { createTalk } from './testing'
import { randomRuns } from '~tests/support/random-runs'

let db: Database
let drop: () => Promise<void>
let talk: ReturnType<typeof createTalk>
let mara: string
let juno: string
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  talk = createTalk(db)
  mara = await insertPersonId(db, 'Mara Voss')
  juno = await insertPersonId(db, 'Juno')
})
afterAll(() => drop())

const gone = { code: 'NOT_FOUND', status: 404 }
const say = (personId: string, roomId: string, content: string) => talk.say(personId, roomId, content)
const list = (personId: string, roomId: string, more: { before?: number; limit?: number } = {}) =>
  talk.as(personId).messages.list({ roomId, ...more })
const textsOf = (page: { messages: { content: string | null }[] }) => page.messages.map((one) => one.content)
const hide = (id: string) =>
  db
    .updateTable('chat_messages')
    .set({ hidden_at: new Date(), hidden_by: juno })
    .where('id', '=', id)
    .execute()
const clock = async () => (await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()).seq

describe('list', () => {
  test('CH-09 returns the newest hundred, oldest first, then older ones, without duplicates or gaps', async () => {
    const room = await insertRoom(db, { members: [mara] })
    const between = await insertRoom(db, { members: [mara] })
    await Promise.all(
      Array.from({ length: 250 }, (_, n) =>
        talk.send({
          personId: mara,
          isModerator: false,
          roomId: n % 5 === 0 ? between : room,
          clientId: newId(),
          content: `${n}`,
        }),
      ),
    )
    const all = (await storedIn(db, room)).map(({ content }) => content)
    expect(all).toHaveLength(200)
    const newest = await list(mara, room)
    expect(textsOf(newest)).toEqual(all.slice(100))
    expect(newest).toMatchObject({ hasOlder: true, seq: await clock() })
    const older = await list(mara, room, { before: newest.messages[0]?.seq ?? 0 })
    expect(textsOf(older)).toEqual(all.slice(0, 100))
    expect(older.hasOlder).toBe(false)

    await assert(
      asyncProperty(integer({ min: 1, max: 100 }), async (limit) => {
        const seen: (string | null)[] = []
        let before: number | undefined
        for (let hasOlder = true; hasOlder;) {
          const page = await list(mara, room, { limit, ...(before === undefined ? {} : { before }) })
          seen.unshift(...textsOf(page))
          before = page.messages[0]?.seq
          ;({ hasOlder } = page)
        }
        expect(seen).toEqual(all)
      }),
      { numRuns: randomRuns(12) },
    )
  })

  test('returns no messages for an empty room, or before the first message', async () => {
    const room = await insertRoom(db, { members: [mara] })
    expect(await list(mara, room)).toEqual({ messages: [], hasOlder: false, seq: await clock() })
    const { seq } = await say(mara, room, 'first')
    expect(textsOf(await list(mara, room, { before: seq }))).toEqual([])
  })

  test('CH-04 a room that the caller may not read is not found', async () => {
    const [invited, banned, moderator] = [
      await insertPersonId(db),
      await insertPersonId(db),
      await insertPersonId(db),
    ]
    const open = await insertRoom(db, { members: [mara] })
    const secret = await insertRoom(db, { type: 'private', members: [mara] })
    const onRequest = await insertRoom(db, { type: 'private', joinBy: 'request', members: [mara] })
    const archived = await insertRoom(db, { members: [mara], isActive: false })
    const direct = await insertDirect(db, mara, invited)
    await db.insertInto('chat_room_invitations').values({ room_id: secret, user_id: invited }).execute()
    await db.insertInto('chat_bans').values({ room_id: open, user_id: banned, reason: 'Scams' }).execute()
    for (const room of [open, secret, onRequest, archived, direct])
      expect((await list(mara, room)).messages).toEqual([])
    expect((await list(juno, open)).messages).toEqual([])
    for (const [person, room] of [
      [juno, secret],
      [juno, onRequest],
      [juno, archived],
      [juno, direct],
      [invited, secret],
      [banned, open],
      [juno, newId()],
      [juno, 'lobby'],
    ] as const)
      await expect(list(person, room)).rejects.toMatchObject(gone)
    await expect(
      talk.as(moderator, ['user', 'moderator']).messages.list({ roomId: secret }),
    ).rejects.toMatchObject(gone)
  })

  test("only people who may moderate the room see a hidden message's text; its sender may be deleted", async () => {
    const [admin, left] = [await insertPersonId(db), await insertPersonId(db)]
    const room = await insertRoom(db, { members: [mara, left], admins: [admin] })
    const hidden = await say(mara, room, 'insult')
    await say(left, room, 'bye')
    await hide(hidden.id)
    await db.deleteFrom('accounts').where('id', '=', left).execute()
    for (const person of [mara, juno]) {
      const { messages } = await list(person, room)
      expect(messages).toMatchObject([
        { content: null, isHidden: true, sender: { name: 'Mara Voss' } },
        { content: 'bye', isHidden: false, sender: null },
      ])
    }
    expect(textsOf(await list(admin, room))).toEqual(['insult', 'bye'])
    expect(textsOf(await talk.as(juno, ['user', 'moderator']).messages.list({ roomId: room }))).toEqual([
      'insult',
      'bye',
    ])
  })

  test('a page and its event number come from one snapshot while others write', async () => {
    const room = await insertRoom(db, { members: [mara, juno] })
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1) await say(mara, room, `${n}`)
    })()
    const pages = [await list(juno, room)]
    while ((pages.at(-1)?.messages.length ?? 0) < 60) pages.push(await list(juno, room))
    await writing
    const all = await storedIn(db, room)
    for (const { seq, messages } of pages)
      expect(messages.map(({ id }) => id)).toEqual(all.filter((row) => row.seq <= seq).map(({ id }) => id))
    const lengths = new Set(pages.map(({ messages }) => messages.length))
    expect(lengths.size, 'pages are read while messages arrive').toBeGreaterThan(2)
  })
})
