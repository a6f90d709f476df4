import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from '~tests/support/refusal'
import { createEventShop } from '~tests/support/event-shop'
import { offerToWaitlist } from '~/features/orders/server/testing'
import { insertCaller, insertPhoneCaller, insertSale, reserveInput } from '~tests/support/shop'
import { insertEventWithTeam } from '~tests/support/event-organizers'
import { sendTransferAcceptedEmail } from './transfers/email-transfer'
import { createTransferToken } from './transfers/transfer-token'
import { notifyOffer } from './waitlist/notify-offer'

let db: Database
let drop: () => Promise<void>
let shop: ReturnType<typeof createEventShop>
let phoneOnly: Caller
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  shop = createEventShop(db)
  phoneOnly = await insertPhoneCaller(db)
})
afterAll(() => drop())

const needed = {
  code: 'EMAIL_NEEDED',
  status: 422,
  message: 'Your tickets are sent by email. Add your email in Settings first.',
}
let phones = 0
const removeAddress = ({ id }: Caller) => {
  phones += 1
  return sql`update accounts set email = null, email_verified_at = null, phone = ${`+44${2_070_000_000 + phones}`}
    where id = ${id}`.execute(db)
}
const listNotifications = async ({ id }: Caller) =>
  (await db.selectFrom('notifications').select('kind').where('user_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )

async function startTransfer(from: Caller) {
  const sale = await insertSale(db, [{ total: 2, cents: 0 }])
  const { id } = await shop.as(from).reserve(reserveInput(sale, [1]))
  const ticketId = (await shop.as(from).getOrder({ id })).tickets[0]?.id ?? ''
  await shop.as(from).transfers.start({ ticketId, email: 'friend@example.com' })
  const { id: transfer } = await db
    .selectFrom('ticket_transfers')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return { ticketId, transfer, token: createTransferToken(transfer, shop.contextOf(null).secret) }
}

describe('account with a phone number and no email', () => {
  test('an account without an email cannot reserve tickets, paid or free; with one, it can', async () => {
    const sale = await insertSale(db, [{ total: 5, cents: 1600 }, { total: 5 }])
    const input = reserveInput(sale, [2, 1])
    expect(await refusalOf(shop.as(phoneOnly).reserve(input))).toMatchObject(needed)
    const { rows } = await sql`
      select from orders where customer_id = ${phoneOnly.id}
      union all select from ticket_types where event_id = ${sale.eventId} and quantity_held + quantity_sold > 0`.execute(
      db,
    )
    expect(rows).toEqual([])
    const later = await insertPhoneCaller(db)
    const email = `${later.id}@example.com`
    await sql`update accounts set email = ${email} where id = ${later.id}`.execute(db)
    expect(await shop.as({ ...later, email }).reserve(input)).toMatchObject({ status: 'reserved' })
  })

  test('a reservation without tickets is refused because of the missing tickets, before the missing email', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    expect(await refusalOf(shop.as(phoneOnly).reserve(reserveInput(sale, [0])))).toMatchObject({
      code: 'EMPTY_SELECTION',
    })
  })

  test('an account without an email cannot join a waitlist', async () => {
    const sale = await insertSale(db, [{ total: 1, cents: 0 }])
    await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))
    const join = (ticketTypeId: string) => shop.as(phoneOnly).waitlist.join({ ticketTypeId, quantity: 1 })
    expect(await refusalOf(join(sale.types[0] ?? ''))).toMatchObject(needed)
    expect(await refusalOf(join(newId()))).toMatchObject({ code: 'NOT_FOUND' })
    expect((await shop.as(phoneOnly).waitlist.listOwn({})).entries).toEqual([])
  })

  test('an account without an email can neither accept nor start a transfer', async () => {
    const mara = await insertCaller(db)
    const { ticketId, token } = await startTransfer(mara)
    expect(await refusalOf(shop.as(phoneOnly).transfers.accept({ token }))).toMatchObject(needed)
    expect((await shop.as(mara).getTicket({ id: ticketId })).transfer?.email).toBe('friend@example.com')
    const start = shop.as(phoneOnly).transfers.start({ ticketId, email: 'friend@example.com' })
    expect(await refusalOf(start)).toMatchObject(needed)
    expect(
      await refusalOf(shop.as(phoneOnly).transfers.accept({ token: createTransferToken(newId(), 'x') })),
    ).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('an organizer without an email can give free tickets', async () => {
    const sale = await insertEventWithTeam(db, [{ total: 10, cents: 1600 }])
    const gift = {
      eventId: sale.eventId,
      ticketTypeId: sale.types[0] ?? '',
      quantity: 1,
      name: 'Vera Press',
      email: 'press@paper.example',
      clientKey: crypto.randomUUID(),
    }
    const manager = { ...sale.team.manager, email: null }
    expect(await shop.as(manager).comps.give(gift)).toHaveProperty('orderId')
    const stranger = { ...sale.team.stranger, email: null }
    expect(await refusalOf(shop.as(stranger).comps.give(gift))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('account that lost its email', () => {
  test('an account that lost its email gets waitlist offers as notifications only', async () => {
    const [buyer, waits] = [await insertCaller(db), await insertCaller(db)]
    const sale = await insertSale(db, [{ total: 1, cents: 0 }])
    const [ticketTypeId = ''] = sale.types
    await shop.as(buyer).reserve(reserveInput(sale, [1]))
    const { id } = await shop.as(waits).waitlist.join({ ticketTypeId, quantity: 1 })
    await db.updateTable('ticket_types').set({ quantity_total: 2 }).where('id', '=', ticketTypeId).execute()
    await removeAddress(waits)
    await offerToWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })
    const before = shop.emails.length
    await notifyOffer(shop.services, id)
    expect(shop.emails).toHaveLength(before)
    expect(await listNotifications(waits)).toEqual(['tickets_offered'])
    expect((await shop.as(waits).waitlist.listOwn({})).entries).toMatchObject([{ offer: { quantity: 1 } }])
  })

  test('an account that lost its email is notified in the app of an accepted transfer', async () => {
    const [mara, juno] = [await insertCaller(db), await insertCaller(db)]
    const { transfer, token } = await startTransfer(mara)
    await shop.as(juno).transfers.accept({ token })
    const before = shop.emails.length
    await removeAddress(mara)
    await sendTransferAcceptedEmail(shop.services, transfer)
    expect(shop.emails).toHaveLength(before)
    expect(await listNotifications(mara)).toEqual(['transfer_accepted'])
  })
})
