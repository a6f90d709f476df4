import { afterAll, expect, test } from 'vitest'
import type { Updateable } from 'kysely'
import type { Accounts } from '~/database/schema'
import { getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { signIn } from '../support/factors'
import { createBrowser } from '../support/provider-browser'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { APP, readLanding } from '../support/provider-sign-in'

const idp = await startIdentityProvider({
  sofia: { email: 'sofia@late.example' },
  temi: { email: 'temi@late.example' },
  juno: { email: 'juno@late.example' },
})
const app = await startTestApp({
  auth: {
    google: { ...CLIENT, issuer: idp.issuer, appClientIds: [] },
    redirects: ['https://app.example/**'],
  },
})
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

/** Signs in at the provider to link it, and stops before the callback. */
async function linkUntilCallback(key: string) {
  const { client } = await signIn(app, key)
  const { data } = await client.linkIdentity({ provider: 'google', options: { redirectTo: APP } })
  const browser = createBrowser(address, { ip: app.someAddress() })
  const { body } = await browser.open(data.url ?? '')
  let step = await browser.send(/href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '')
  for (;;) {
    const location = step.headers.get('location')
    const next = location === null ? undefined : new URL(location, step.url)
    if (next?.pathname === '/auth/v1/callback') return { browser, back: next.href }
    step =
      next === undefined
        ? await browser.send(step.url, { form: { person: key } })
        : await browser.send(next.href)
  }
}

const identitiesOf = (key: string) =>
  db.selectFrom('identities').select('provider_id').where('user_id', '=', getPersonId(key)).execute()

const hour = new Date(Date.now() + 3_600_000)

test.each<[string, string, Updateable<Accounts>]>([
  [
    'sofia',
    'two-step verification was turned on and not completed in this session',
    { has_second_factor: true },
  ],
  ['temi', 'the account was suspended', { suspended_until: hour }],
])('A-08 returning from the provider links nothing to %s: %s', async (key, _why, change) => {
  const { browser, back } = await linkUntilCallback(key)
  await db.updateTable('accounts').set(change).where('id', '=', getPersonId(key)).execute()
  const { fragment } = readLanding((await browser.open(back)).url)
  expect(fragment).toMatchObject({ error: 'access_denied', error_code: 'session_not_found' })
  expect(fragment).not.toHaveProperty('access_token')
  expect(await identitiesOf(key)).toEqual([])
})

test('A-08 control: returning from the provider to an unchanged account links the identity', async () => {
  const { browser, back } = await linkUntilCallback('juno')
  expect(readLanding((await browser.open(back)).url).fragment).toHaveProperty('access_token')
  expect(await identitiesOf('juno')).toEqual([{ provider_id: 'juno' }])
})
