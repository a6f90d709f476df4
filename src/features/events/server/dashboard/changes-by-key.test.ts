import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { insertDraft, insertMember, insertPublished, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })

test('an API key changes drafts, and no event that the public or ticket holders see', async () => {
  const byKey = dashboard.as({ ...ilse, apiKey: { id: newId(), scopes: ['events:write'] } })
  const draft = await insertDraft(dashboard, ilse)
  const saved = await byKey.save({ id: draft, version: 1, changes: { title: 'Night Bus' } })
  expect(await byKey.saveLineUp({ id: draft, version: saved.version, slots: [] })).toMatchObject({
    version: 3,
  })
  const id = await insertPublished(dashboard, ilse)
  const { version } = await dashboard.as(ilse).get({ id })
  for (const change of [
    () => byKey.save({ id, version, changes: { venueName: 'Elsewhere' } }),
    () => byKey.save({ id, version, changes: { isPublic: true } }),
    () => byKey.saveLineUp({ id, version, slots: [] }),
  ])
    expect(await refusalOf(change())).toMatchObject({ code: 'NOT_NOW', status: 409 })
  expect(await dashboard.as(ilse).get({ id })).toMatchObject({ version, venueName: 'Carriage Works' })
})

test('a person saves events at most 120 times a minute', async () => {
  const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe' })
  const id = await insertDraft(dashboard, kit)
  const save = (version: number) => dashboard.as(kit).save({ id, version, changes: {} })
  let version = 1
  const saveAll = async () => {
    for (; version <= 121; version += 1) await save(version)
  }
  expect(await refusalOf(saveAll())).toMatchObject({ status: 429 })
  expect(version).toBe(121)
})
