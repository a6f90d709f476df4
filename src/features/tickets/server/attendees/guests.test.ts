import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { untilBlocked } from '~tests/support/lock-waits'
import { newId } from '~/lib/ids'
import { MAX_GUESTS } from '../../rules/parse-guest-lines'
import { createEventShop } from '~tests/support/event-shop'
import { insertEventWithTeam } from '~tests/support/event-organizers'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const guest = (name: string, plusOnes = 0, guestOf = '') => ({ id: newId(), name, plusOnes, guestOf })
const arrive = (id: string, people: number) =>
  sql`update guests set arrived = ${people}, arrived_at = now() where id = ${id}`.execute(db)

test('adds guests one by one or in bulk, and a retry adds none twice', async () => {
  const shop = createEventShop(db)
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 1 }])
  const own = shop.as(team.manager).guests
  const ilse = guest('  Ilse   Brandt ', 2, 'Juno Okafor')
  await own.add({ eventId, ...ilse })
  await own.add({ eventId, ...ilse })
  const many = [guest('ada'), guest('Zoë', 1)]
  expect(await own.addMany({ eventId, guests: many })).toEqual({ added: 2 })
  expect(await own.addMany({ eventId, guests: [...many, guest('Bo')] })).toEqual({ added: 1 })
  const { guests } = await own.list({ eventId })
  expect(guests.map(({ name }) => name)).toEqual(['ada', 'Bo', 'Ilse Brandt', 'Zoë'])
  expect(guests[2]).toEqual({
    id: ilse.id,
    name: 'Ilse Brandt',
    plusOnes: 2,
    guestOf: 'Juno Okafor',
    arrived: 0,
    arrivedAt: null,
  })
  expect((await shop.as(team.manager).attendees.overview({ eventId })).guests).toEqual({
    names: 4,
    people: 7,
    arrived: 0,
  })
  expect(shop.live).toContainEqual([
    expect.arrayContaining([team.organizer.id, team.manager.id]),
    ['orders', 'tickets'],
  ])
  expect(shop.live.flatMap(([people]) => people)).not.toContain(team.checkIn.id)
})

test('never removes guests or plus-ones who are checked in', async () => {
  const shop = createEventShop(db)
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 1 }])
  const own = shop.as(team.organizer).guests
  const ilse = guest('Ilse Brandt', 3)
  await own.add({ eventId, ...ilse })
  await arrive(ilse.id, 2)
  await expect(own.save({ id: ilse.id, plusOnes: 0 })).rejects.toMatchObject({
    code: 'ALREADY_IN',
    message: '2 of them are already checked in, so enter at least +1.',
    data: { arrived: 2 },
  })
  await expect(own.remove({ id: ilse.id })).rejects.toMatchObject({ code: 'ALREADY_IN' })
  expect(await own.save({ id: ilse.id, plusOnes: 1, guestOf: 'the house' })).toMatchObject({
    name: 'Ilse Brandt',
    plusOnes: 1,
    guestOf: 'the house',
    arrived: 2,
  })
  const late = guest('Late')
  await own.add({ eventId, ...late })
  await own.remove({ id: late.id })
  await expect(own.remove({ id: late.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a change of a guest waits for a check-in at the same moment', async () => {
  const shop = createEventShop(db)
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 1 }])
  const ilse = guest('Ilse Brandt', 3)
  await shop.as(team.organizer).guests.add({ eventId, ...ilse })
  const door = Promise.withResolvers<undefined>()
  const atWork = Promise.withResolvers<undefined>()
  const letIn = db.transaction().execute(async (trx) => {
    await sql`select from guests where id = ${ilse.id} for no key update`.execute(trx)
    atWork.resolve(undefined)
    await door.promise
    await sql`update guests set arrived = 3, arrived_at = now() where id = ${ilse.id}`.execute(trx)
  })
  await atWork.promise
  const changes = Promise.allSettled([
    shop.as(team.organizer).guests.save({ id: ilse.id, plusOnes: 1 }),
    shop.as(team.manager).guests.remove({ id: ilse.id }),
  ])
  await untilBlocked(db, 2)
  door.resolve(undefined)
  await letIn
  for (const change of await changes)
    expect(change).toMatchObject({ status: 'rejected', reason: { code: 'ALREADY_IN' } })
})

test('refuses the id of a guest on another event’s list, and changes neither list', async () => {
  const shop = createEventShop(db)
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 1 }])
  const mine = await insertEventWithTeam(db, [{ total: 1 }])
  const own = shop.as(mine.team.organizer).guests
  const ilse = guest('Ilse Brandt')
  await shop.as(team.organizer).guests.add({ eventId, ...ilse })
  const taken = { code: 'ON_ANOTHER_LIST', status: 409, message: expect.stringMatching(/with a new id\.$/) }
  const stolen = { ...ilse, name: 'Y' }
  await expect(own.add({ eventId: mine.eventId, ...stolen })).rejects.toMatchObject(taken)
  await expect(own.addMany({ eventId: mine.eventId, guests: [guest('A'), stolen] })).rejects.toMatchObject(
    taken,
  )
  expect((await own.list({ eventId: mine.eventId })).guests).toEqual([])
  const both = guest('Juno')
  const results = await Promise.allSettled([
    own.add({ eventId: mine.eventId, ...both }),
    shop.as(team.organizer).guests.add({ eventId, ...both }),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
})

test('only team members with access change the guest list, which has a maximum length', async () => {
  const shop = createEventShop(db)
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 1 }])
  const mine = await insertEventWithTeam(db, [{ total: 1 }])
  const ilse = guest('Ilse Brandt')
  await shop.as(team.organizer).guests.add({ eventId, ...ilse })
  for (const caller of [team.host, team.checkIn, team.stranger, mine.team.organizer]) {
    const own = shop.as(caller).guests
    await expect(own.add({ eventId, ...guest('X') })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(own.save({ id: ilse.id, name: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(own.remove({ id: ilse.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await sql`insert into guests (event_id, name) select ${eventId}, 'Name ' || n from generate_series(1, ${MAX_GUESTS - 2}::integer) n`.execute(
    db,
  )
  const own = shop.as(team.manager).guests
  await expect(own.addMany({ eventId, guests: [guest('A'), guest('B')] })).rejects.toMatchObject({
    code: 'LIST_FULL',
    data: { room: 1 },
  })
  const race = await Promise.allSettled(['A', 'B', 'C'].map((name) => own.add({ eventId, ...guest(name) })))
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
