import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop } from '~tests/support/event-shop'
import { offerToWaitlist } from '~/features/orders/server/testing'
import { insertCaller, insertSale, reserveInput } from '~tests/support/shop'
import { sendTransferAcceptedEmail } from './transfers/email-transfer'
import { createTransferToken } from './transfers/transfer-token'
import { notifyOffer } from './waitlist/notify-offer'

let db: Database
let drop: () => Promise<void>
let shop: ReturnType<typeof createEventShop>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  shop = createEventShop(db)
})
afterAll(() => drop())

const stop = (caller: Caller, topic: string) =>
  db.insertInto('email_preferences').values({ user_id: caller.id, topic, wants_email: false }).execute()
const listNotifications = async (caller: Caller) =>
  (await db.selectFrom('notifications').select('kind').where('user_id', '=', caller.id).execute()).map(
    ({ kind }) => kind,
  )

async function offered(waits: Caller): Promise<string> {
  const sale = await insertSale(db, [{ total: 1, cents: 0 }])
  const [ticketTypeId = ''] = sale.types
  await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))
  await sql`update accounts set email_verified_at = now() where id = ${waits.id}`.execute(db)
  const { id } = await shop.as(waits).waitlist.join({ ticketTypeId, quantity: 1 })
  await sql`update ticket_types set quantity_total = 2 where id = ${ticketTypeId}`.execute(db)
  await offerToWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })
  return id
}

async function taken(from: Caller): Promise<string> {
  const sale = await insertSale(db, [{ total: 1, cents: 0 }])
  const { id } = await shop.as(from).reserve(reserveInput(sale, [1]))
  const ticketId = (await shop.as(from).getOrder({ id })).tickets[0]?.id ?? ''
  await shop.as(from).transfers.start({ ticketId, email: 'friend@example.com' })
  const transfer = await db
    .selectFrom('ticket_transfers')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const token = createTransferToken(transfer.id, shop.services.secret)
  await shop.as(await insertCaller(db)).transfers.accept({ token })
  return transfer.id
}

const cases = [
  ['waitlist', 'tickets_offered', offered, notifyOffer, 'waitlists'],
  ['transfers', 'transfer_accepted', taken, sendTransferAcceptedEmail, 'transfers'],
] as const

test.each(cases)(
  'emails of the topic %s explain how to stop them',
  async (topic, _kind, happen, tell, noun) => {
    const caller = await insertCaller(db)
    await tell(shop.services, await happen(caller))
    const [message, ...more] = shop.emailsTo(caller)
    expect(more).toEqual([])
    expect(message?.text.replaceAll(/\s+/g, ' ')).toContain(`Stop emails about ${noun}`)
    expect(message?.headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(
        new RegExp(`^<https://b2b\\.example/unsubscribe/[\\w-]{22}\\.${topic}\\.[\\w-]{43}>$`),
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  },
)

test.each(cases)(
  'an account that stopped emails of the topic %s is notified in the app only',
  async (topic, kind, happen, tell) => {
    const caller = await insertCaller(db)
    await stop(caller, topic)
    await stop(caller, 'bookings')
    const id = await happen(caller)
    await tell(shop.services, id)
    expect(shop.emailsTo(caller)).toEqual([])
    expect(await listNotifications(caller)).toContain(kind)
  },
)

test('a waitlist offer is not emailed to an unverified address', async () => {
  const caller = await insertCaller(db)
  const entryId = await offered(caller)
  await sql`update accounts set email_verified_at = null where id = ${caller.id}`.execute(db)
  await notifyOffer(shop.services, entryId)
  expect(shop.emailsTo(caller)).toEqual([])
  expect(await listNotifications(caller)).toEqual(['tickets_offered'])
})
