import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import type { Transaction } from '~/database/connect'
import { startTestApp } from '../support/app'
import { type Browser, createBrowser } from '../support/browser'
import { addAuthenticatorIn, codeOf, makeCodesReusable, showFactor, wrongCodeOf } from '../support/factors'
import { during } from '../support/lock-waits'

// Simultaneous requests, each with a control to show that the guard refuses, not the concurrency itself.
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function signedIn(key: string): Promise<Browser> {
  const browser = createBrowser(app)
  await browser.signIn(key)
  return browser
}

/** Returns browsers of one person that all passed two-step verification, so that one success ends no other session. */
async function browsersOf(key: string, count: number): Promise<Browser[]> {
  const browsers: Browser[] = []
  for (let n = 0; n < count; n++) browsers.push(await signedIn(key))
  await app.db
    .updateTable('sessions')
    .set({ assurance: 'aal2' })
    .where('user_id', '=', getPersonId(key))
    .where('ended_at', 'is', null)
    .execute()
  return browsers
}

async function challengeIn(browser: Browser, factorId: string): Promise<string> {
  const { body } = await browser.post<{ challengeId: string }>(`/auth/factors/${factorId}/challenge`)
  return body.challengeId
}

const answersOf = (answers: { status: number; body: { code?: string } }[]) =>
  answers
    .map(({ status, body }) => (status === 200 ? 'in' : String(body.code)))
    .toSorted((one, other) => one.localeCompare(other))

test('A-08 an authenticator code sent eight times simultaneously works once', async () => {
  const owner = await signedIn('mara')
  const { factorId, secret } = await addAuthenticatorIn(owner, 'One')
  const second = await addAuthenticatorIn(owner, 'Two')
  const browsers = await browsersOf('mara', 8)
  const asked = await Promise.all(
    browsers.map(async (browser) => ({ browser, challengeId: await challengeIn(browser, factorId) })),
  )
  await makeCodesReusable(app.db)
  const code = codeOf(secret)
  const answers = await Promise.all(
    asked.map(({ browser, challengeId }) =>
      browser.post<{ code?: string }>(`/auth/factors/${factorId}/verify`, { challengeId, code }),
    ),
  )
  expect(answersOf(answers)).toEqual(['in', ...Array.from({ length: 7 }, () => 'WRONG_CODE')])

  // Control: simultaneous codes of two authenticators both work.
  await makeCodesReusable(app.db)
  const [one, other] = browsers
  if (one === undefined || other === undefined) throw new Error('two browsers')
  const both = await Promise.all([
    showFactor(one, { factorId, code: codeOf(secret) }),
    showFactor(other, { factorId: second.factorId, code: codeOf(second.secret) }),
  ])
  expect(answersOf(both)).toEqual(['in', 'in'])
})

test('A-08 a recovery code sent six times simultaneously works once, and six codes work six times', async () => {
  const owner = await signedIn('juno')
  const { recoveryCodes } = await addAuthenticatorIn(owner)
  const browsers = await browsersOf('juno', 6)
  const show = (codes: string[]) =>
    Promise.all(
      browsers.map((browser, n) =>
        browser.post<{ code?: string }>('/auth/recovery-code', { code: codes[n % codes.length] }),
      ),
    )
  expect(answersOf(await show(recoveryCodes.slice(0, 1)))).toEqual([
    'in',
    ...Array.from({ length: 5 }, () => 'WRONG_CODE'),
  ])
  expect(answersOf(await show(recoveryCodes.slice(1, 7)))).toEqual(Array.from({ length: 6 }, () => 'in'))
  expect((await owner.get('/me/recovery-codes')).body).toMatchObject({ left: 3 })
})

test('A-08 of twelve simultaneous guesses at one challenge five are checked; at three challenges, all twelve', async () => {
  const owner = await signedIn('jonas')
  const { factorId, secret } = await addAuthenticatorIn(owner)
  const browsers = await browsersOf('jonas', 12)
  const code = wrongCodeOf(secret)
  const tryAll = (challenges: string[]) =>
    Promise.all(
      browsers.map((browser, n) =>
        browser.post<{ code?: string }>(`/auth/factors/${factorId}/verify`, {
          challengeId: challenges[n % challenges.length],
          code,
        }),
      ),
    )
  expect(answersOf(await tryAll([await challengeIn(owner, factorId)]))).toEqual([
    ...Array.from({ length: 7 }, () => 'CHALLENGE_EXPIRED'),
    ...Array.from({ length: 5 }, () => 'WRONG_CODE'),
  ])
  const three = [
    await challengeIn(owner, factorId),
    await challengeIn(owner, factorId),
    await challengeIn(owner, factorId),
  ]
  expect(answersOf(await tryAll(three))).toEqual(Array.from({ length: 12 }, () => 'WRONG_CODE'))
})

test('A-08 wrong two-step codes block their own network, and never the owner', async () => {
  const owner = createBrowser(app)
  const home = app.someAddress()
  owner.stayAt(home)
  await owner.signIn('sofia')
  const { factorId, secret } = await addAuthenticatorIn(owner)
  const thief = createBrowser(app)
  thief.stayAt(app.someAddress())
  await thief.signIn('sofia')
  const guess = () => showFactor(thief, { factorId, code: wrongCodeOf(secret) })
  const tries: number[] = []
  for (let count = 0; count < 11; count++) tries.push((await guess()).status)
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  // Wrong codes from changing networks block the account after fifty. The owner's browser is counted separately.
  let count = 10
  for (; count < 80; count++) {
    if (count % 9 === 1) thief.stayAt(app.someAddress())
    if ((await guess()).status === 429) break
  }
  expect(count).toBe(50)
  thief.stayAt(app.someAddress())
  expect((await guess()).status).toBe(429)
  expect((await thief.post('/auth/recovery-code', { code: 'AAAA-AAAA-AAAA' })).status).toBe(429)

  await makeCodesReusable(app.db)
  await owner.signIn('sofia')
  expect((await showFactor(owner, { factorId, code: codeOf(secret) })).status).toBe(200)
})

test('A-08 of two tabs that add a factor simultaneously one succeeds, with one set of recovery codes', async () => {
  const owner = await signedIn('temi')
  const enroll = async (name: string) =>
    (await owner.post<{ factorId: string; secret: string }>('/me/factors/totp', { name })).body
  const [one, two] = [await enroll('One'), await enroll('Two')]
  // Both challenges are created first: a later one would be refused.
  const asked = await Promise.all(
    [one, two].map(({ factorId }) =>
      owner.post<{ challengeId: string }>(`/auth/factors/${factorId}/challenge`),
    ),
  )
  const answers = await Promise.all(
    [one, two].map(({ factorId, secret }, at) =>
      owner.post<{ recoveryCodes?: string[] | null }>(`/auth/factors/${factorId}/verify`, {
        challengeId: asked[at]?.body.challengeId,
        code: codeOf(secret),
      }),
    ),
  )
  // Verifying one authenticator removes the other one, which is still unverified.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
  const codes = answers.flatMap(({ body }) => body.recoveryCodes ?? [])
  expect(codes).toHaveLength(10)
})

test('A-08 cancelling the challenge in one tab while another answers it keeps the session', async () => {
  const owner = await signedIn('nova')
  await addAuthenticatorIn(owner)
  const pending = await signedIn('nova')
  const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', getPersonId('nova'))
  const half = () => sessions.where('assurance', '=', 'aal1').where('ended_at', 'is', null).executeTakeFirst()
  const id = (await half())?.id ?? ''
  const leave = (change: (trx: Transaction) => Promise<unknown>) =>
    during(app.db, getPersonId('nova'), { change, act: () => pending.post('/auth/pending/leave') })
  await leave((trx) => trx.updateTable('sessions').set({ assurance: 'aal2' }).where('id', '=', id).execute())
  expect(await pending.me()).toMatchObject({ id: getPersonId('nova') })

  // Control: without a race, cancelling ends the session.
  await app.db.updateTable('sessions').set({ assurance: 'aal1' }).where('id', '=', id).execute()
  await leave(async () => undefined)
  expect(await half()).toBeUndefined()
})
