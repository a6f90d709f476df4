import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import type { Browser } from '../support/browser'
import { during } from '../support/lock-waits'
import { createRacer, endAll, RACER_PASSWORD, racerInApp, racerInBrowser } from '../support/race-accounts'

// An intruder may know the address of the calendar feed, which needs no session and lists every venue and client.
const app = await startTestApp()
const { db } = app
afterAll(() => app.stop())

type Feed = { url: string | null; endedWithSessions: boolean }
let userId = ''
let email = ''
let owner: Browser
beforeEach(async () => {
  ;({ userId, email } = await createRacer(db))
  owner = await racerInBrowser(app, email)
})

async function makeFeed(browser: Browser) {
  const { status, body } = await browser.post<Feed>('/bookings/feed')
  const token = /\/feeds\/([\w-]+)\.ics$/.exec(body.url ?? '')?.[1]
  return { status, open: async () => (await fetch(`${app.address}/api/v1/feeds/${token}`)).status }
}
const feedOf = async (browser: Browser) => (await browser.get<Feed>('/bookings/feed')).body

const ways: [string, () => Promise<unknown>][] = [
  ['everything else is signed out', () => owner.remove('/account/sessions')],
  [
    'everything is signed out in an app',
    async () => (await racerInApp(app, email)).signOut({ scope: 'global' }),
  ],
  [
    'the password is changed',
    () =>
      owner.post('/account/password', {
        currentPassword: RACER_PASSWORD,
        password: 'a slower house at noon',
      }),
  ],
]

test.each(ways)(
  'A-08 the calendar feed is revoked when %s, and the calendar page says so',
  async (way, end) => {
    const feed = await makeFeed(await racerInBrowser(app, email))
    expect(await feed.open()).toBe(200)
    await end()
    expect(await feed.open()).toBe(404)
    const later = way.includes('app') ? await racerInBrowser(app, email) : owner
    expect(await feedOf(later)).toEqual({ url: null, endedWithSessions: true })
    // The next feed has a new address, and the old one stays invalid.
    const next = await makeFeed(later)
    expect([await next.open(), await feed.open()]).toEqual([200, 404])
    expect((await feedOf(later)).endedWithSessions).toBe(false)
  },
)

test('A-08 control: signing out of one session keeps the calendar feed, and a feed revoked by its owner has another message', async () => {
  const feed = await makeFeed(owner)
  await owner.post('/auth/sign-out')
  expect(await feed.open()).toBe(200)
  const again = await racerInBrowser(app, email)
  await again.remove('/bookings/feed')
  await again.remove('/account/sessions')
  expect(await feedOf(again)).toEqual({ url: null, endedWithSessions: false })
})

test('A-08 a session that ends at the same moment creates no calendar feed', async () => {
  const thief = await racerInBrowser(app, email)
  const { acted } = await during(db, userId, {
    change: async (trx) => {
      await endAll(trx, userId)
      await sql`update accounts set ended_everywhere_at = now() where id = ${userId}`.execute(trx)
    },
    act: () => makeFeed(thief),
  })
  expect(acted.status).toBe(401)
  const { rows } = await sql`select from calendar_feeds where user_id = ${userId}`.execute(db)
  expect(rows).toHaveLength(0)
  // Control: if the session doesn't end during the wait, the same call waits for the lock and then succeeds.
  const here = await racerInBrowser(app, email)
  const control = await during(db, userId, { change: async () => undefined, act: () => makeFeed(here) })
  expect([control.acted.status, await control.acted.open()]).toEqual([200, 200])
})
