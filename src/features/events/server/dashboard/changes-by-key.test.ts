import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { insertDraft, insertMember, insertPublished, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })

test('an API key can change drafts, but no event that the public or ticket holders see', async () => {
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
  expect(await byKey.duplicate({ id })).toEqual({ id: expect.any(String) })
})

test('a DJ whom an API key added to the line-up must accept and does not become the host', async () => {
  const juno = await insertMember(dashboard.db, { name: 'Juno Okafor', isDj: true })
  const id = await insertDraft(dashboard, ilse)
  const byKey = dashboard.as({ ...ilse, apiKey: { id: newId(), scopes: ['events:write'] } })
  await byKey.saveLineUp({ id, version: 1, slots: [{ djId: juno.id, billing: 'headline' }] })
  await dashboard.createSetsClient(juno).accept({ id })
  expect(await dashboard.as(ilse).get({ id })).toMatchObject({ host: null, lineUp: [{ djId: juno.id }] })
})

test('limits a person to 120 saves a minute; saves with an API key have their own limit', async () => {
  const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe' })
  const id = await insertDraft(dashboard, kit)
  const save = (version: number) => dashboard.as(kit).save({ id, version, changes: {} })
  let version = 1
  const byKey = dashboard.as({ ...kit, apiKey: { id: newId(), scopes: ['events:write'] } })
  for (let count = 1; count <= 120; count += 1)
    await refusalOf(byKey.save({ id: newId(), version, changes: {} }))
  expect(await refusalOf(byKey.save({ id, version, changes: {} }))).toMatchObject({ status: 429 })
  const saveAll = async () => {
    for (; version <= 121; version += 1) await save(version)
  }
  expect(await refusalOf(saveAll())).toMatchObject({ status: 429 })
  expect(version).toBe(121)
})
