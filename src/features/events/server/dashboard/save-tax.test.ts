import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '~tests/support/refusal'
import { insertDraft, insertMember, insertOrder, insertPublished, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })
const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe' })

describe('the tax', () => {
  const createError = (path: string, message: string) => ({
    status: 422,
    data: { fields: [{ path: `changes.${path}`, message }] },
  })
  const save = (id: string, version: number, changes: object, caller = ilse) =>
    dashboard.as(caller).save({ id, version, changes })

  test('changes the tax and its rate, even of a published event', async () => {
    const id = await insertPublished(dashboard, ilse)
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({ taxMode: 'none', isTaxFinal: false })
    const { version } = await save(id, 2, { taxMode: 'included', taxPpm: 190_000 })
    await save(id, version, { taxPpm: 70_000 })
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({ taxMode: 'included', taxPpm: 70_000 })
  })

  test('a tax needs a rate, and an event without tax has none', async () => {
    const id = await insertDraft(dashboard, ilse)
    expect(await refusalOf(save(id, 1, { taxMode: 'added' }))).toMatchObject(
      createError('taxPpm', 'Enter a rate above 0%.'),
    )
    expect(await refusalOf(save(id, 1, { taxPpm: 190_000 }))).toMatchObject(
      createError('taxPpm', 'An event without tax has no rate.'),
    )
    expect(await refusalOf(save(id, 1, { taxMode: 'added', taxPpm: 1_000_001 }))).toMatchObject({
      status: 400,
    })
  })

  test('the tax is final once the event has an order', async () => {
    const id = await insertPublished(dashboard, ilse)
    await insertOrder(dashboard, id, 'expired')
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({ isTaxFinal: true })
    expect(await refusalOf(save(id, 2, { taxMode: 'added', taxPpm: 80_000 }))).toMatchObject(
      createError('taxMode', 'The tax can’t be changed, because tickets have been ordered.'),
    )
  })

  test('only the organizer can change the tax, not a manager', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    expect(await refusalOf(save(id, 1, { taxMode: 'included', taxPpm: 190_000 }, kit))).toMatchObject({
      data: { fields: [{ message: 'Only the organizer can change prices.' }, { path: 'changes.taxPpm' }] },
    })
  })

  test('the database also refuses a tax without a rate', async () => {
    const id = await insertDraft(dashboard, ilse)
    await expect(
      sql`update events set tax_mode = 'added' where id = ${id}`.execute(dashboard.db),
    ).rejects.toMatchObject({ constraint: 'events_tax_has_rate' })
  })
})
