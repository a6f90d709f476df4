import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { takeEventNumbers } from '../event-numbers'
import { createTestChat, insertPerson, insertRoom, rolesIn, type TestChat } from '../testing'

// Each race runs many times, since its winner is random.
const TIMES = 12
let db: Database
let drop: () => Promise<void>
let chat: TestChat
let ada: Caller
let ben: Caller
let eve: Caller
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  chat = createTestChat(db)
  ada = await insertPerson(db)
  ben = await insertPerson(db)
  eve = await insertPerson(db)
})
afterAll(() => drop())

/** Returns the error codes of refused calls and `done` for the others. */
async function race(...calls: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : String(Object(outcome.reason).code),
  )
}
const count = async (table: string, roomId: string) =>
  (
    await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where room_id = ${roomId}`.execute(
      db,
    )
  ).rows[0]?.n

test('two concurrent joins add one membership', async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { admins: [ada] })
    const join = () => chat.as(eve).rooms.join({ roomId })
    expect(await race(join(), join(), join())).toEqual(['done', 'done', 'done'])
    expect(await rolesIn(db, roomId)).toEqual({ [ada.id]: 'admin', [eve.id]: 'member' })
    expect(await count('chat_events', roomId)).toBe(1)
  }
})

test('a person who joins while being banned ends up outside the room, in either order', async () => {
  const ban = (roomId: string) =>
    db.transaction().execute(async (trx) => {
      await takeEventNumbers(trx)
      await sql`insert into chat_bans (room_id, user_id, reason) values (${roomId}, ${eve.id}, 'Spam')`.execute(
        trx,
      )
      await sql`delete from chat_room_members where room_id = ${roomId} and user_id = ${eve.id}`.execute(trx)
    })
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { admins: [ada] })
    const join = () => chat.as(eve).rooms.join({ roomId })
    const [joined] = n % 2 ? await race(join(), ban(roomId)) : (await race(ban(roomId), join())).toReversed()
    expect(['done', 'NOT_FOUND']).toContain(joined)
    expect(await rolesIn(db, roomId)).toEqual({ [ada.id]: 'admin' })
  }
})

test('two admins who leave concurrently do not leave the room without an admin', async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { admins: [ada, ben], members: [eve] })
    const outcomes = await race(chat.as(ada).rooms.leave({ roomId }), chat.as(ben).rooms.leave({ roomId }))
    expect(outcomes.toSorted()).toEqual(['LAST_ADMIN', 'done'])
    expect(Object.values(await rolesIn(db, roomId)).toSorted()).toEqual(['admin', 'member'])
  }
})

test('two admins who step down, or remove one another, leave one admin', async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { admins: [ada, ben], members: [eve] })
    const stepBack = (person: Caller) =>
      chat.as(person).members.setRole({ roomId, personId: person.id, role: 'member' })
    expect((await race(stepBack(ada), stepBack(ben))).toSorted()).toEqual(['LAST_ADMIN', 'done'])
    const other = await insertRoom(db, { admins: [ada, ben], members: [eve] })
    const takeOut = (by: Caller, out: Caller) =>
      chat.as(by).members.remove({ roomId: other, personId: out.id })
    const outcomes = await race(takeOut(ada, ben), takeOut(ben, ada))
    expect(outcomes.toSorted()).toEqual(['NOT_ALLOWED', 'done'])
    expect(Object.values(await rolesIn(db, other)).toSorted()).toEqual(['admin', 'member'])
  }
})

test('when the last two members leave concurrently, the room is empty and closed', async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { admins: [ada], members: [ben] })
    const outcomes = await race(chat.as(ada).rooms.leave({ roomId }), chat.as(ben).rooms.leave({ roomId }))
    if (outcomes[0] === 'LAST_ADMIN') await chat.as(ada).rooms.leave({ roomId })
    expect(await rolesIn(db, roomId)).toEqual({})
    const { rows } = await sql`select is_active from chat_rooms where id = ${roomId}`.execute(db)
    expect(rows).toEqual([{ is_active: false }])
  }
})

test('a member promoted while being removed ends up removed, or was never promoted', async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { admins: [ada, ben], members: [eve] })
    const promote = chat.as(ada).members.setRole({ roomId, personId: eve.id, role: 'admin' })
    const outcomes = await race(promote, chat.as(ben).members.remove({ roomId, personId: eve.id }))
    expect(outcomes[1]).toBe('done')
    expect(['done', 'NOT_FOUND']).toContain(outcomes[0])
    expect(await rolesIn(db, roomId)).toEqual({ [ada.id]: 'admin', [ben.id]: 'admin' })
  }
})

test('of two concurrent answers to a request to join, only one takes effect', async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { joinBy: 'request', admins: [ada, ben] })
    await chat.as(eve).rooms.join({ roomId })
    const { waiting } = await chat.as(ada).members.listWaiting({ roomId })
    const answer = (person: Caller, isApproved: boolean) =>
      chat.as(person).members.answerRequest({ roomId, requestId: waiting[0]?.requestId ?? '', isApproved })
    const outcomes = await race(answer(ada, true), answer(ben, false))
    expect(outcomes.toSorted()).toEqual(['NOT_FOUND', 'done'])
    expect(eve.id in (await rolesIn(db, roomId))).toBe(outcomes[0] === 'done')
    expect(await count('chat_join_requests', roomId)).toBe(outcomes[0] === 'done' ? 0 : 1)
  }
})

test('a concurrent accept and decline leave no invitation, and the person is either a member or not', async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const roomId = await insertRoom(db, { type: 'private', admins: [ada] })
    await chat.as(ada).members.invite({ roomId, personId: eve.id })
    const outcomes = await race(
      chat.as(eve).rooms.join({ roomId }),
      chat.as(eve).members.declineInvitation({ roomId }),
    )
    expect(outcomes.toSorted()).toEqual(['NOT_FOUND', 'done'])
    expect(await count('chat_room_invitations', roomId)).toBe(0)
  }
})

test('events have ascending numbers without gaps, in commit order', async () => {
  const { rows } = await sql<{ seq: number }>`select seq from chat_events order by seq`.execute(db)
  const notified = chat.announced.map(({ seq }) => seq)
  expect(notified.toSorted((one, other) => one - other)).toEqual(rows.map(({ seq }) => seq))
  expect(new Set(notified).size).toBe(notified.length)
})
