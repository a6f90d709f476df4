import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeMediaJob } from '~/features/members/server/public'
import { startTestApp } from '~tests/support/app'

const MONITORING = ['/healthz', '/readyz', '/metrics']
const REQUESTS = ['/', '/events', '/hello.txt', '/api/v1/events', '/api/openapi.json', '/auth/v1/health']

async function startAs(ROLE: 'all' | 'jobs') {
  const app = await startTestApp({ ROLE })
  onTestFinished(() => app.stop())
  const readStatuses = (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await fetch(`${app.address}${path}`)).status))
  return { ...app, readStatuses }
}

test('a process with ROLE=jobs runs jobs, and answers only what monitors it', async () => {
  const { db, address, readStatuses } = await startAs('jobs')
  expect(await readStatuses(MONITORING)).toEqual([200, 200, 200])
  expect(await readStatuses(REQUESTS)).toEqual(REQUESTS.map(() => 503))
  const refused = await fetch(`${address}/api/v1/auth/sign-in`, { method: 'POST', body: '{}' })
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }])
  await sql`insert into pgboss.job (name, policy) values (${removeMediaJob}, 'short')`.execute(db)
  await vi.waitFor(async () => {
    const { rows } = await sql`select state::text from pgboss.job where name = ${removeMediaJob}`.execute(db)
    expect(rows).toEqual([{ state: 'completed' }])
  })
})

test('a process with ROLE=all answers the same requests', async () => {
  const { readStatuses } = await startAs('all')
  expect(await readStatuses([...MONITORING, ...REQUESTS])).toEqual(
    [...MONITORING, ...REQUESTS].map(() => 200),
  )
})
