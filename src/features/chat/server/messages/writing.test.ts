import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import type { Sending } from './sending'
import { insertDirect, insertMute, insertPersonId, insertRoom } from '../testing'
import { createTalk } from './testing'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const HOUR = 3_600_000
const inAnHour = () => new Date(Date.now() + HOUR)
const sending = (
  personId: string,
  roomId: string,
  content: string,
  more: Partial<Sending> = {},
): Sending => ({
  personId,
  roomId,
  content,
  clientId: newId(),
  isModerator: false,
  ...more,
})

describe('permission to write', () => {
  const kindOf = async (personId: string, roomId: string) =>
    (await createTalk(db).send(sending(personId, roomId, 'hello'))).kind

  test('CH-08 only members write; a room the caller may not know of is not found', async () => {
    const [member, outsider, invited, banned] = await Promise.all(
      Array.from({ length: 4 }, () => insertPersonId(db)),
    )
    if (!member || !outsider || !invited || !banned) throw new Error('somebody is missing')
    const open = await insertRoom(db, { members: [member] })
    const secret = await insertRoom(db, { type: 'private', members: [member] })
    const onRequest = await insertRoom(db, { type: 'private', joinBy: 'request', members: [member] })
    await db.insertInto('chat_room_invitations').values({ room_id: secret, user_id: invited }).execute()
    await db.insertInto('chat_bans').values({ room_id: open, user_id: banned, reason: 'Scams' }).execute()
    expect(await kindOf(member, secret)).toBe('stored')
    expect(await kindOf(outsider, open)).toBe('not_member')
    expect(await kindOf(outsider, secret)).toBe('not_found')
    expect(await kindOf(invited, secret)).toBe('not_member')
    expect(await kindOf(outsider, onRequest)).toBe('not_member')
    expect(await kindOf(banned, open)).toBe('not_found')
  })

  test('no one writes in an archived room', async () => {
    const [admin, outsider] = [await insertPersonId(db), await insertPersonId(db)]
    const room = await insertRoom(db, { admins: [admin], isActive: false })
    expect(await kindOf(admin, room)).toBe('archived')
    expect(await kindOf(outsider, room)).toBe('not_found')
  })

  test('a mute in the room or everywhere applies until it ends or is lifted', async () => {
    const [here, everywhere, over, lifted, elsewhere] = await Promise.all(
      Array.from({ length: 5 }, () => insertPersonId(db)),
    )
    if (!here || !everywhere || !over || !lifted || !elsewhere) throw new Error('somebody is missing')
    const members = [here, everywhere, over, lifted, elsewhere]
    const [room, other] = [await insertRoom(db, { members }), await insertRoom(db, { members })]
    const until = inAnHour()
    await insertMute(db, here, { roomId: room, until })
    await insertMute(db, everywhere, { until })
    await insertMute(db, over, { roomId: room, until: new Date(Date.now() - 1000) })
    await insertMute(db, lifted, { roomId: room, until, lifted: true })
    await insertMute(db, elsewhere, { roomId: other, until })
    const talk = createTalk(db)
    expect(await talk.send(sending(here, room, 'x'))).toMatchObject({
      kind: 'muted',
      until,
      isEverywhere: false,
    })
    expect(await talk.send(sending(everywhere, other, 'x'))).toMatchObject({
      kind: 'muted',
      isEverywhere: true,
    })
    expect(await kindOf(here, other)).toBe('stored')
    expect(await kindOf(over, room)).toBe('stored')
    expect(await kindOf(lifted, room)).toBe('stored')
    expect(await kindOf(elsewhere, room)).toBe('stored')
  })

  test('a block in either direction or a deleted account closes a direct conversation, but not a room', async () => {
    const [mara, juno, gone] = [await insertPersonId(db), await insertPersonId(db), await insertPersonId(db)]
    const [direct, left] = [await insertDirect(db, mara, juno), await insertDirect(db, mara, gone)]
    const room = await insertRoom(db, { members: [mara, juno] })
    expect(await kindOf(mara, direct)).toBe('stored')
    await db.insertInto('blocks').values({ blocker_id: juno, blocked_id: mara }).execute()
    expect(await kindOf(mara, direct)).toBe('closed')
    expect(await kindOf(juno, direct)).toBe('closed')
    expect(await kindOf(mara, room)).toBe('stored')
    expect(await kindOf(mara, left)).toBe('stored')
    await db.deleteFrom('accounts').where('id', '=', gone).execute()
    expect(await kindOf(mara, left)).toBe('closed')
  })
})

describe('slow mode', () => {
  test('slow mode applies between two messages of one batch, and returns the time to wait', async () => {
    const [mara, juno, admin] = [await insertPersonId(db), await insertPersonId(db), await insertPersonId(db)]
    const room = await insertRoom(db, { members: [mara, juno], admins: [admin], slowModeSeconds: 30 })
    const talk = createTalk(db)
    const outcomes = await Promise.all([
      talk.send(sending(mara, room, 'first')),
      talk.send(sending(mara, room, 'second')),
      talk.send(sending(juno, room, 'hers')),
      talk.send(sending(admin, room, 'a')),
      talk.send(sending(admin, room, 'b')),
      talk.send(sending(mara, room, 'third', { isModerator: true })),
    ])
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'stored',
      'slow_mode',
      'stored',
      'stored',
      'stored',
      'stored',
    ])
    expect(outcomes[1]).toEqual({ kind: 'slow_mode', retryAfterSeconds: 30 })
  })

  test('deleting a message does not shorten the wait of slow mode', async () => {
    const mara = await insertPersonId(db)
    const room = await insertRoom(db, { members: [mara], slowModeSeconds: 30 })
    const talk = createTalk(db)
    const message = await talk.say(mara, room, 'first')
    await talk.as(mara).messages.remove({ messageId: message.id })
    expect(await talk.send(sending(mara, room, 'second'))).toMatchObject({ kind: 'slow_mode' })
    await sql`update chat_room_members set last_sent_at = now() - interval '31 seconds' where room_id = ${room}`.execute(
      db,
    )
    expect(await talk.send(sending(mara, room, 'second'))).toMatchObject({ kind: 'stored' })
  })

  test('resending an old stored message does not make the next one wait', async () => {
    const mara = await insertPersonId(db)
    const room = await insertRoom(db, { members: [mara], slowModeSeconds: 30 })
    const talk = createTalk(db)
    const first = sending(mara, room, 'first')
    await talk.send(first)
    await sql`update chat_room_members set last_sent_at = now() - interval '31 seconds' where room_id = ${room}`.execute(
      db,
    )
    const outcomes = await Promise.all([talk.send(first), talk.send(sending(mara, room, 'second'))])
    expect(outcomes).toMatchObject([
      { kind: 'stored', isNew: false },
      { kind: 'stored', isNew: true },
    ])
  })
})
