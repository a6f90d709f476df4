import { afterAll, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { startTestApp } from '~tests/support/app'

const app = await startTestApp()
afterAll(app.stop)

test('rejects malformed person ids, which would stay in the audit log forever', async () => {
  const cookie = await app.signIn('admin')
  const exportOf = (person: string) =>
    fetch(`${app.address}/admin/audit.csv?person=${person}`, { headers: { cookie } })
  const written = () =>
    app.db.selectFrom('audit_log').select('details').where('action', '=', 'audit.export').execute()
  for (const nonsense of ['x', '%00', '%27--', 'Hanna+Wolff'])
    expect((await exportOf(nonsense)).status, nonsense).toBe(400)
  expect(await written()).toEqual([])
  const person = newId()
  const answer = await exportOf(person)
  expect(answer.status).toBe(200)
  await answer.text()
  expect(await written()).toEqual([{ details: { person } }])
})
