import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertCaller, openShop } from '~tests/support/shop'
import { faultsOf, insertEventWithTeam } from '~tests/support/event-organizers'

const { db, shop } = await openShop()

const DAY = 86_400_000
const addDays = (count: number) => new Date(Date.now() + count * DAY).toISOString()

async function use(eventId: string, code: string): Promise<void> {
  const { id } = await insertCaller(db)
  await sql`
    insert into orders (event_id, customer_id, client_key, status, subtotal_cents, fee_basis_points, fee_cents,
        buyer_name, buyer_email, expires_at, promo_code_id)
    select ${eventId}, ${id}, gen_random_uuid(), 'reserved', 0, 0, 0, 'Mara', 'm@example.com', now() + interval '1 hour', p.id
    from promo_codes p where event_id = ${eventId} and code = ${code}`.execute(db)
  await sql`update promo_codes set used = used + 1 where event_id = ${eventId} and code = ${code}`.execute(db)
}

test('R-07 only the organizer manages promo codes', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [])
  const { codes } = await shop.as(team.organizer).promo.add({ eventId, code: 'LEEDSCREW', percent: 20 })
  const id = codes[0]?.id ?? ''
  for (const person of [team.manager, team.host, team.checkIn, team.stranger]) {
    const theirs = shop.as(person)
    for (const attempt of [
      () => theirs.promo.list({ eventId }),
      () => theirs.promo.add({ eventId, code: 'MINE', percent: 100 }),
      () => theirs.promo.save({ id, changes: { percent: 100 } }),
      () => theirs.promo.stop({ id }),
      () => theirs.promo.remove({ id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
  }
  expect((await shop.as(team.organizer).promo.list({ eventId })).codes).toMatchObject([
    { code: 'LEEDSCREW', percent: 20, amountCents: null, used: 0, state: 'open', canBeRemoved: true },
  ])
})

test('reports whether a code is not yet valid, open, expired or used up', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [])
  const own = shop.as(team.organizer)
  await own.promo.add({ eventId, code: 'SOON', percent: 5, startsAt: addDays(1) })
  await own.promo.add({ eventId, code: 'GONE', percent: 5, endsAt: addDays(-1) })
  await own.promo.add({ eventId, code: 'ONCE', amountCents: 1600, useLimit: 1 })
  await use(eventId, 'ONCE')
  const { codes } = await own.promo.list({ eventId })
  expect(codes.map(({ code, state, used }) => [code, state, used])).toEqual([
    ['SOON', 'later', 0],
    ['GONE', 'over', 0],
    ['ONCE', 'used_up', 1],
  ])
})

test('stores, validates, keeps and removes a limit per customer', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [])
  const own = shop.as(team.organizer)
  const listLimits = async () =>
    (await own.promo.list({ eventId })).codes.map(({ customerLimit }) => customerLimit)
  const { codes } = await own.promo.add({ eventId, code: 'CREW', percent: 10, customerLimit: 1 })
  const id = codes[0]?.id ?? ''
  expect(await listLimits()).toEqual([1])
  await own.promo.save({ id, changes: { percent: 20 } })
  expect(await listLimits(), 'kept').toEqual([1])
  expect(await faultsOf(own.promo.save({ id, changes: { customerLimit: 0 } }))).toEqual({
    'changes.customerLimit': 'At least 1 order',
  })
  await own.promo.save({ id, changes: { customerLimit: null } })
  expect(await listLimits()).toEqual([null])
})

test('refuses a limit below the number of uses, and stops a used code instead of removing it', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [])
  const own = shop.as(team.organizer)
  const { codes } = await own.promo.add({ eventId, code: 'TWICE', percent: 10, useLimit: 5 })
  const id = codes[0]?.id ?? ''
  await use(eventId, 'TWICE')
  await use(eventId, 'TWICE')
  expect(await faultsOf(own.promo.save({ id, changes: { useLimit: 1 } }))).toEqual({
    useLimit: 'At least 2: that many orders use it.',
  })
  await expect(own.promo.remove({ id })).rejects.toMatchObject({ code: 'CODE_USED' })
  expect((await own.promo.stop({ id })).codes[0]).toMatchObject({ state: 'over', canBeRemoved: false })
  expect((await own.promo.stop({ id })).codes[0]?.state).toBe('over')
})

test('stops a code before its start, and removes a code that was never used', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [])
  const own = shop.as(team.organizer)
  const { codes } = await own.promo.add({
    eventId,
    code: 'SOON',
    percent: 5,
    startsAt: addDays(1),
    endsAt: addDays(2),
  })
  const id = codes[0]?.id ?? ''
  expect((await own.promo.stop({ id })).codes[0]?.state).toBe('over')
  expect((await own.promo.remove({ id })).codes).toEqual([])
})

test('accepts either a percentage or an amount, and not both', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [])
  const own = shop.as(team.organizer)
  expect(await faultsOf(own.promo.add({ eventId, code: 'NONE' }))).toHaveProperty('percent')
  expect(await faultsOf(own.promo.add({ eventId, code: 'BOTH', percent: 5, amountCents: 5 }))).toHaveProperty(
    'amountCents',
  )
  const { codes } = await own.promo.add({ eventId, code: 'SWAP', percent: 5 })
  const id = codes[0]?.id ?? ''
  const swapped = await own.promo.save({ id, changes: { percent: null, amountCents: 500 } })
  expect(swapped.codes[0]).toMatchObject({ percent: null, amountCents: 500 })
})

test('records every change of a discount in the audit log', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [])
  const own = shop.as(team.organizer)
  const { codes } = await own.promo.add({ eventId, code: 'CREW', amountCents: 1600 })
  const id = codes[0]?.id ?? ''
  await own.promo.save({ id, changes: { endsAt: addDays(3) } })
  await own.promo.save({ id, changes: { percent: 20, amountCents: null } })
  await own.promo.stop({ id })
  await own.promo.remove({ id })
  const { rows } = await sql<{ reason: string }>`select details->>'reason' as reason from audit_log
    where action = 'events.promo_code' and subject_id = ${eventId} order by id`.execute(db)
  expect(rows.map(({ reason }) => reason)).toEqual([
    'CREW added, $16.00 off',
    'CREW changed, 20% off',
    'CREW stopped, 20% off',
    'CREW removed, 20% off',
  ])
})
