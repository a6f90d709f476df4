import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { WRONG_YEAR } from '~/platform/rpc/contract'
import { findFaults, insertCaller, insertCallers, openShop, reserveInput } from '~tests/support/shop'
import { faultsOf, insertEventWithTeam } from '~tests/support/event-organizers'

const { db, shop } = await openShop()

const plain = { name: 'Late Entry', priceCents: 1600, stock: 100 }

describe('permissions', () => {
  test('R-07 hides ticket settings from strangers, the host and check-in staff', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 10 }])
    const id = types[0] ?? ''
    for (const person of [team.stranger, team.host, team.checkIn]) {
      const theirs = shop.as(person)
      for (const attempt of [
        () => theirs.types.list({ eventId }),
        () => theirs.types.add({ eventId, ...plain }),
        () => theirs.types.save({ id, changes: { name: 'Mine' } }),
        () => theirs.types.move({ id, to: 0 }),
        () => theirs.types.remove({ id }),
      ])
        await expect(attempt()).rejects.toMatchObject({ status: 404 })
    }
    expect((await shop.as(team.organizer).types.list({ eventId })).types).toMatchObject([{ name: 'Type 1' }])
  })

  test('lets a manager change everything but prices, and add or remove only free types', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 10 }, { total: 5 }])
    const id = types[0] ?? ''
    const manager = shop.as(team.manager)
    const saved = await manager.types.save({ id, changes: { name: 'Doors', stock: 12, priceCents: 1600 } })
    expect(saved.types[0]).toMatchObject({ name: 'Doors', stock: 12 })
    expect((await manager.types.move({ id, to: 1 })).types.map((type) => type.id)).toEqual([types[1], id])
    await expect(manager.types.save({ id, changes: { name: 'Cheap', priceCents: 1 } })).rejects.toMatchObject(
      {
        status: 403,
        message: 'Only the organizer can change prices.',
      },
    )
    await expect(manager.types.add({ eventId, ...plain })).rejects.toMatchObject({ status: 404 })
    await expect(manager.types.remove({ id })).rejects.toMatchObject({ status: 404 })
    expect((await manager.types.list({ eventId })).types[1]).toMatchObject({
      name: 'Doors',
      priceCents: 1600,
    })
  })

  test('keeps the ticket types of a canceled event unchanged', async () => {
    const { types, team } = await insertEventWithTeam(db, [{ total: 10 }], { status: 'cancelled' })
    await expect(
      shop.as(team.organizer).types.save({ id: types[0] ?? '', changes: { stock: 11 } }),
    ).rejects.toMatchObject({ code: 'EVENT_CLOSED' })
  })
})

describe('stock', () => {
  test('refuses a stock below the sold and held tickets, and names the minimum', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 400 }])
    const id = types[0] ?? ''
    await sql`update ticket_types set quantity_total = 400 where id = ${id}`.execute(db)
    const buyers = await insertCallers(db, 3)
    for (const buyer of buyers) await shop.as(buyer).reserve(reserveInput({ eventId, types }, [4]))
    const own = shop.as(team.organizer)
    expect(await faultsOf(own.types.save({ id, changes: { stock: 11, name: 'Not this either' } }))).toEqual({
      stock: 'At least 12: that many are sold or held.',
    })
    const board = await own.types.save({ id, changes: { stock: 12 } })
    expect(board.types[0]).toMatchObject({ name: 'Type 1', stock: 12, soldOrHeld: 12, sold: 0 })
  })

  test('stock and sales stay consistent when the stock is lowered during sales', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 60 }])
    const id = types[0] ?? ''
    const own = shop.as(team.organizer)
    const buyers = await insertCallers(db, 12)
    const buying = buyers.map((buyer) => shop.as(buyer).reserve(reserveInput({ eventId, types }, [5])))
    const lowering = [50, 40, 30, 20, 10].map((stock) => own.types.save({ id, changes: { stock } }))
    const done = await Promise.allSettled([...buying, ...lowering])
    expect(done.some(({ status }) => status === 'fulfilled')).toBe(true)
    const [type] = (await own.types.list({ eventId })).types
    expect(type?.stock).toBeGreaterThanOrEqual(type?.soldOrHeld ?? Infinity)
    expect((await findFaults(db)).filter((problem) => problem.startsWith('stock'))).toEqual([])
  })

  test('accepts more tickets than the capacity, with a warning that states the difference', async () => {
    const { types, team } = await insertEventWithTeam(db, [{ total: 400 }, { total: 100 }])
    const board = await shop.as(team.organizer).types.save({ id: types[1] ?? '', changes: { stock: 206 } })
    expect(board).toMatchObject({ capacity: 600, stockSum: 606, overCapacity: 6 })
  })
})

describe('prices', () => {
  test('a price is 0, or at least what a card can be charged in its currency', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 20, cents: 1600 }])
    const own = shop.as(team.organizer)
    const id = types[0] ?? ''
    expect(await faultsOf(own.types.save({ id, changes: { priceCents: 49 } }))).toEqual({
      priceCents: 'Enter 0 for free, or at least $0.50.',
    })
    await sql`update events set currency = 'CZK' where id = ${eventId}`.execute(db)
    const input = { eventId, name: 'Late', stock: 5, description: '', saleStartsAt: null, saleEndsAt: null }
    expect(await faultsOf(own.types.add({ ...input, accessCode: null, priceCents: 1499 }))).toMatchObject({
      priceCents: expect.stringContaining('15.00'),
    })
    for (const priceCents of [1500, 0]) await own.types.save({ id, changes: { priceCents } })
  })

  test('a new price applies to future orders only, and the change is audited', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 20, cents: 1600 }])
    const id = types[0] ?? ''
    const buyer = await insertCaller(db)
    const before = await shop.as(buyer).reserve(reserveInput({ eventId, types }, [1]))
    await shop.as(team.organizer).types.save({ id, changes: { priceCents: 1850 } })
    await shop.as(team.organizer).types.save({ id, changes: { priceCents: 1850 } })
    const after = await shop.as(buyer).reserve(reserveInput({ eventId, types }, [1]))
    expect([before.subtotalCents, after.subtotalCents]).toEqual([1600, 1850])
    const { rows } = await sql`select actor_id, details from audit_log where action = 'events.price'
      and subject_id = ${eventId}`.execute(db)
    expect(rows).toEqual([
      {
        actor_id: team.organizer.id,
        details: { event: 'Dust & Diamonds', from: '$16.00', to: '$18.50', reason: 'Type 1' },
      },
    ])
  })
})

describe('adding, ordering and removing types', () => {
  test('adds a type once although the request repeats, at its position, and restores a removed type', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 1 }, { total: 2 }])
    const own = shop.as(team.organizer)
    const typeId = newId()
    const crew = { eventId, typeId, ...plain, at: 1, accessCode: 'crew 88', description: 'A table' }
    await own.types.add(crew)
    const board = await own.types.add(crew)
    expect(board.types.map(({ id }) => id)).toEqual([types[0], typeId, types[1]])
    expect(board.types[1]).toMatchObject({ accessCode: 'CREW88', canBeRemoved: true, soldOrHeld: 0 })
    expect((await own.types.remove({ id: typeId })).types.map(({ id }) => id)).toEqual(types)
    expect((await own.types.add(crew)).types[1]?.id).toBe(typeId)
  })

  test('refuses the id of another event’s type, and reveals nothing about it', async () => {
    const theirs = await insertEventWithTeam(db, [{ total: 1 }])
    const { eventId, team } = await insertEventWithTeam(db, [])
    const typeId = theirs.types[0] ?? ''
    await expect(shop.as(team.organizer).types.add({ eventId, typeId, ...plain })).rejects.toMatchObject({
      status: 404,
    })
    expect((await shop.as(team.organizer).types.list({ eventId })).types).toEqual([])
  })

  test('does not remove a type that was ordered, even when the orders have ended', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 9 }])
    const buyer = shop.as(await insertCaller(db))
    const { id: orderId } = await buyer.reserve(reserveInput({ eventId, types }, [1]))
    await buyer.cancelOrder({ orderId })
    const own = shop.as(team.organizer)
    const board = await own.types.list({ eventId })
    expect(board.types[0]).toMatchObject({ soldOrHeld: 0, canBeRemoved: false })
    await expect(own.types.remove({ id: types[0] ?? '' })).rejects.toMatchObject({ code: 'WAS_ORDERED' })
  })

  test('moves a type to the end of the list when its position is beyond it', async () => {
    const { types, team } = await insertEventWithTeam(db, [{ total: 1 }, { total: 1 }, { total: 1 }])
    const board = await shop.as(team.organizer).types.move({ id: types[0] ?? '', to: 900 })
    expect(board.types.map(({ id }) => id)).toEqual([types[1], types[2], types[0]])
  })
})

describe('field errors', () => {
  test.each([
    [{ name: ' \u0000 ' }, { 'changes.name': 'Enter a name' }],
    [{ priceCents: 12.5 }, { 'changes.priceCents': 'Enter a price such as 16' }],
    [{ priceCents: -1 }, { 'changes.priceCents': 'A price is at least 0' }],
    [{ stock: 1e9 }, { 'changes.stock': 'At most 1,000,000 tickets' }],
    [{ accessCode: 'A!' }, { 'changes.accessCode': 'A code has 3 to 24 letters, digits and dashes' }],
    [{ saleEndsAt: 'tomorrow' }, { 'changes.saleEndsAt': 'Choose a date and a time' }],
    [{ saleStartsAt: '0000-01-01T00:00:00Z' }, { 'changes.saleStartsAt': WRONG_YEAR }],
    [{ saleEndsAt: '9999-12-31T23:59:59-23:59' }, { 'changes.saleEndsAt': WRONG_YEAR }],
    [
      { saleStartsAt: '2026-12-05T10:00:00Z', saleEndsAt: '2026-12-05T10:00:00Z' },
      { saleEndsAt: 'The sale ends before it starts. Choose a later end.' },
    ],
  ])('refuses the change %j with a message at its field', async (changes, message) => {
    const { types, team } = await insertEventWithTeam(db, [{ total: 5 }])
    const id = types[0] ?? ''
    expect(await faultsOf(shop.as(team.organizer).types.save({ id, changes }))).toEqual(message)
  })

  test('refuses a sale window outside the event, with a message at its field', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 5 }])
    const { event_date: date } = await db
      .selectFrom('events')
      .select('event_date')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
    const addMinutes = (minutes: number) => new Date(date.getTime() + minutes * 60_000).toISOString()
    const save = (changes: { saleStartsAt?: string | null; saleEndsAt?: string | null }) =>
      shop.as(team.organizer).types.save({ id: types[0] ?? '', changes })
    expect(await faultsOf(save({ saleStartsAt: addMinutes(0) }))).toEqual({
      saleStartsAt: 'Sales would start after the event. Choose an earlier start.',
    })
    expect(await faultsOf(save({ saleEndsAt: addMinutes(1) }))).toEqual({
      saleEndsAt: 'Sales would end after the event. Choose an earlier end, or leave it empty.',
    })
    await save({ saleStartsAt: addMinutes(-60), saleEndsAt: addMinutes(0) })
    await db
      .updateTable('events')
      .set({ event_date: new Date(addMinutes(-90)) })
      .where('id', '=', eventId)
      .execute()
    await shop.as(team.organizer).types.save({ id: types[0] ?? '', changes: { name: 'Late' } })
  })

  test('refuses a code that is already used, and names the ticket type or promo code that uses it', async () => {
    const { eventId, types, team } = await insertEventWithTeam(db, [
      { total: 5, name: 'Crew Table' },
      { total: 5 },
    ])
    const own = shop.as(team.organizer)
    const [crew = '', other = ''] = types
    await own.types.save({ id: crew, changes: { accessCode: 'CREW88' } })
    await own.promo.add({ eventId, code: 'LEEDSCREW', percent: 20 })
    const save = (id: string, accessCode: string) => own.types.save({ id, changes: { accessCode } })
    expect(await faultsOf(save(other, 'crew88'))).toEqual({
      accessCode: 'CREW88 already unlocks Crew Table. Choose another code.',
    })
    expect(await faultsOf(save(other, 'leedscrew'))).toEqual({
      accessCode: 'LEEDSCREW is already a promo code. Choose another code.',
    })
    expect((await save(crew, 'crew88')).types[0]?.accessCode).toBe('CREW88')
    expect(await faultsOf(own.promo.add({ eventId, code: 'Crew88', percent: 5 }))).toEqual({
      code: 'CREW88 already unlocks Crew Table. Choose another code.',
    })
  })
})
