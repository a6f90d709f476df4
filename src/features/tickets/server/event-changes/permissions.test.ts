import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller } from '~tests/support/shop'
import { createEventShop, insertEvent, PASSWORD, ticketsOf } from '~tests/support/event-shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const statusMessage = 'The roof leaks.'
type Actor = 'organizer' | 'host' | 'manager' | 'check_in' | 'admin' | 'buyer' | 'stranger'
const others: Actor[] = ['host', 'manager', 'check_in', 'admin', 'buyer', 'stranger']

async function createScene() {
  const shop = createEventShop(db)
  const { organizer, sale, eventId } = await insertEvent(db)
  const person = async (roles: Caller['roles']): Promise<Caller> => ({ ...(await insertCaller(db)), roles })
  const people: Record<Actor, Caller> = {
    organizer,
    host: await person(['user']),
    manager: await person(['user']),
    check_in: await person(['user']),
    admin: await person(['admin']),
    buyer: await person(['user']),
    stranger: await person(['user']),
  }
  await sql`update events set dj_id = ${people.host.id} where id = ${eventId}`.execute(db)
  for (const relation of ['manager', 'check_in'] as const)
    await sql`insert into event_people (event_id, person_id, relation) values (${eventId}, ${people[relation].id}, ${relation})`.execute(
      db,
    )
  const orderId = await shop.buy(people.buyer, sale, [1])
  const [ticket] = await ticketsOf(db, orderId)
  return { shop, people, eventId, orderId, ticketId: ticket?.id ?? '' }
}
type Scene = Awaited<ReturnType<typeof createScene>>
type As = ReturnType<Scene['shop']['as']>

const calls: Record<string, (as: As, scene: Scene) => Promise<unknown>> = {
  impact: (as, { eventId }) => as.eventChanges.impact({ eventId }),
  cancel: (as, { eventId }) =>
    as.eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD }),
  postpone: (as, { eventId }) => as.eventChanges.postpone({ eventId, version: 1, statusMessage }),
  setDate: (as, { eventId }) => as.eventChanges.setDate({ eventId, version: 1, date: '2030-01-01' }),
  'refund of an order': (as, { orderId }) => as.refunds.order({ orderId, reason: 'Ill' }),
  'refund of a ticket': (as, { ticketId }) => as.refunds.ticket({ ticketId, reason: 'Ill' }),
  orders: (as, { eventId }) => as.sales.orders({ eventId }),
}

test.each(Object.entries(calls))(
  'R-07 only the organizer may use %s; for others the event does not exist',
  async (name, call) => {
    const scene = await createScene()
    if (name === 'setDate')
      await sql`update events set event_status = 'postponed' where id = ${scene.eventId}`.execute(db)
    for (const actor of others)
      await expect(call(scene.shop.as(scene.people[actor]), scene), actor).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    await expect(call(scene.shop.as(null), scene)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(scene.shop.as(scene.people.organizer), scene)).resolves.toBeDefined()
  },
)

test('C-02 the buyer and the organizer see an order’s refund options, but only the buyer may refund as a holder', async () => {
  const scene = await createScene()
  const { shop, people, orderId, eventId } = scene
  await sql`update events set refundable_until = now() + interval '1 day' where id = ${eventId}`.execute(db)
  for (const actor of ['host', 'manager', 'check_in', 'admin', 'stranger'] as const)
    await expect(shop.as(people[actor]).refunds.getRefundable({ orderId }), actor).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  for (const actor of ['organizer', 'host', 'manager', 'check_in', 'admin', 'stranger'] as const)
    await expect(shop.as(people[actor]).refunds.own({ orderId }), actor).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  expect(await shop.as(people.organizer).refunds.getRefundable({ orderId })).toMatchObject({
    isOrganizerView: true,
  })
  expect(await shop.as(people.buyer).refunds.getRefundable({ orderId })).toMatchObject({
    isOrganizerView: false,
  })
  expect(await shop.as(people.buyer).refunds.own({ orderId })).toMatchObject({ cents: 1760 })
})
