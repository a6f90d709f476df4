import { afterAll, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { startTestApp } from '~tests/support/app'

const app = await startTestApp()
afterAll(app.stop)

test('rejects malformed person ids, which would stay in the audit log forever', async () => {
  const cookie = await app.signIn('admin')
  const exportEntries = (person: string) =>
    fetch(`${app.address}/admin/audit.csv?person=${person}`, { headers: { cookie } })
  const listWritten = () =>
    app.db.selectFrom('audit_log').select('details').where('action', '=', 'audit.export').execute()
  for (const nonsense of ['x', '%00', '%27--', 'Hanna+Wolff'])
    expect((await exportEntries(nonsense)).status, nonsense).toBe(400)
  expect(await listWritten()).toEqual([])
  const person = newId()
  const response = await exportEntries(person)
  expect(response.status).toBe(200)
  await response.text()
  expect(await listWritten()).toEqual([{ details: { person } }])
})
