import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Currency } from '~/lib/currency'
import { refusalOf } from '~tests/support/refusal'
import { insertDraft, insertMember, insertOrder, insertPublished, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })
const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe' })

describe('the currency', () => {
  const refused = (message: string) => ({
    status: 422,
    data: { fields: [{ path: 'changes.currency', message }] },
  })

  test('changes the currency of a draft, whose prices keep their number, and refuses unknown codes', async () => {
    const id = await insertDraft(dashboard, ilse)
    const save = (version: number, changes: object) => dashboard.as(ilse).save({ id, version, changes })
    await save(1, { doorPriceCents: 1800, currency: 'EUR' })
    await save(2, { currency: 'JPY' })
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({
      currency: 'JPY',
      doorPriceCents: 1800,
      isCurrencyFinal: false,
    })
    expect(await refusalOf(save(3, { currency: 'XXX' }))).toMatchObject({ status: 400 })
  })

  test('refuses a currency in which a ticket would cost less than a card can be charged', async () => {
    const id = await insertDraft(dashboard, ilse)
    await sql`insert into ticket_types (event_id, name, price_cents, quantity_total)
      values (${id}, 'Early Bird', 1200, 10), (${id}, 'Free', 0, 10)`.execute(dashboard.db)
    const save = (currency: Currency) => dashboard.as(ilse).save({ id, version: 1, changes: { currency } })
    const error = await refusalOf(save('CZK'))
    expect(error).toMatchObject({ status: 422, data: { fields: [{ path: 'changes.currency' }] } })
    expect(JSON.stringify(error.data)).toContain('Early Bird would cost less than a card can be charged')
    await save('SEK')
  })

  test('the currency is final once the event is published, or has an order or a booking', async () => {
    const published = await insertPublished(dashboard, ilse)
    const save = (id: string, version: number) =>
      dashboard.as(ilse).save({ id, version, changes: { currency: 'EUR' } })
    expect(await dashboard.as(ilse).get({ id: published })).toMatchObject({ isCurrencyFinal: true })
    expect(await refusalOf(save(published, 2))).toMatchObject(
      refused('Unpublish the event to change its currency.'),
    )
    const ordered = await insertPublished(dashboard, ilse)
    await insertOrder(dashboard, ordered, 'expired')
    await sql`update events set event_status = 'draft' where id = ${ordered}`.execute(dashboard.db)
    const booked = await insertDraft(dashboard, ilse)
    await sql`insert into bookings (client_id, event_id, event_date, ends_at, event_type, location)
      values (${ilse.id}, ${booked}, now(), now() + interval '1 hour', 'Club Night', 'Leeds')`.execute(
      dashboard.db,
    )
    for (const [id, version] of [
      [ordered, 2],
      [booked, 1],
    ] as const)
      expect(await refusalOf(save(id, version))).toMatchObject(
        refused('The event has orders or bookings in its currency.'),
      )
  })

  test('only the organizer can change the currency, not a manager', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    const saved = dashboard.as(kit).save({ id, version: 1, changes: { currency: 'EUR' } })
    expect(await refusalOf(saved)).toMatchObject(refused('Only the organizer can change prices.'))
  })
})
