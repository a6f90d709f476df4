import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { createBrowser } from '../support/browser'
import { addAuthenticatorIn, codeOf, makeCodesReusable, showFactor } from '../support/factors'

// Recovery codes and trusted browsers both replace the code of an authenticator at sign-in.
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('A-08 recovery codes', () => {
  test('each recovery code works once, in any notation, and new codes replace the old ones', async () => {
    const owner = createBrowser(app)
    await owner.signIn('jonas')
    const { recoveryCodes, factorId } = await addAuthenticatorIn(owner)
    const [first = '', second = ''] = recoveryCodes
    const lost = createBrowser(app)
    await lost.signIn('jonas')
    const wrong = await lost.post('/auth/recovery-code', { code: 'AAAA-BBBB-CCCC' })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'WRONG_CODE' } })
    const written = ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect(await lost.post('/auth/recovery-code', { code: written, next: '/dashboard' })).toMatchObject({
      body: { me: { id: getPersonId('jonas') }, landingPath: '/dashboard', left: 9 },
    })
    expect((await lost.get('/me/recovery-codes')).body).toEqual({ left: 9, madeAt: expect.any(String) })

    const again = createBrowser(app)
    await again.signIn('jonas')
    expect((await again.post('/auth/recovery-code', { code: first })).status).toBe(422)
    const renewed = await lost.post<{ codes: string[] }>('/me/recovery-codes')
    expect(renewed.body.codes).toHaveLength(10)
    expect((await again.post('/auth/recovery-code', { code: second })).status).toBe(422)
    expect((await again.post('/auth/recovery-code', { code: renewed.body.codes[0] ?? '' })).status).toBe(200)
    // Recovery codes belong to one account: another account can't use them.
    const stranger = createBrowser(app)
    await stranger.signIn('tom')
    expect((await stranger.post('/auth/recovery-code', { code: renewed.body.codes[1] ?? '' })).status).toBe(
      422,
    )
    expect((await stranger.post('/me/recovery-codes')).body).toMatchObject({ code: 'NO_FACTOR' })

    // Removing the last factor deletes the recovery codes.
    expect((await again.remove(`/me/factors/${factorId}`)).status).toBe(200)
    expect((await again.get('/me/recovery-codes')).body).toEqual({ left: 0, madeAt: null })
    const rows = await sql<{ count: number }>`select count(*)::int as count from recovery_codes
      where user_id = ${getPersonId('jonas')}`.execute(app.db)
    expect(rows.rows).toEqual([{ count: 0 }])
  })
})

describe('A-08 a trusted browser', () => {
  test('a trusted browser skips the factor for thirty days, for one person only, and /auth/v1 ignores its cookie', async () => {
    const browser = createBrowser(app)
    await browser.signIn('owen')
    const { factorId, secret } = await addAuthenticatorIn(browser)
    const other = createBrowser(app)
    await other.signIn('sofia')
    await addAuthenticatorIn(other)

    await browser.post('/auth/sign-out')
    await browser.signIn('owen')
    expect(await browser.me()).toBeNull()
    await makeCodesReusable(app.db)
    await showFactor(browser, { factorId, code: codeOf(secret), trustBrowser: true })
    expect((await browser.get('/me/factors')).body).toMatchObject({
      trustedBrowsers: 1,
      isThisBrowserTrusted: true,
    })
    // Trusting the same browser again creates no second entry.
    await makeCodesReusable(app.db)
    await showFactor(browser, { factorId, code: codeOf(secret), trustBrowser: true })
    expect((await browser.get('/me/factors')).body).toMatchObject({ trustedBrowsers: 1 })
    await browser.post('/auth/sign-out')
    expect((await browser.signIn('owen')).body.me).toMatchObject({ id: getPersonId('owen') })
    expect((await browser.signIn('sofia')).body.me).toBeNull()

    const wire = await fetch(`${app.address}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { cookie: browser.cookie(), 'x-forwarded-for': app.someAddress() },
      body: JSON.stringify({ email: getPersonEmail('owen'), password: DEMO_PASSWORD }),
    })
    const { access_token: token } = (await wire.json()) as { access_token: string }
    const me = await fetch(`${app.address}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await me.json()).toBeNull()

    // The hash in the database doesn't work as the cookie of a trusted browser.
    const kept = await app.db.selectFrom('trusted_browsers').select('token_hash').execute()
    const copied = createBrowser(app)
    copied.jar.set('b2b_trust', kept[0]?.token_hash.toString('base64url') ?? '')
    expect((await copied.signIn('owen')).body.me).toBeNull()

    expect((await browser.signIn('owen')).body.me).not.toBeNull()
    const late = createBrowser(app)
    late.jar.set('b2b_trust', browser.jar.get('b2b_trust') ?? '')
    await app.db
      .updateTable('trusted_browsers')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .execute()
    expect((await late.signIn('owen')).body.me).toBeNull()
    await app.db
      .updateTable('trusted_browsers')
      .set({ expires_at: sql`now() + interval '1 day'` })
      .execute()
    expect((await late.signIn('owen')).body.me).not.toBeNull()
    expect((await browser.remove('/me/trusted-browsers')).body).toEqual({ forgotten: 1 })
    expect((await late.signIn('owen')).body.me).toBeNull()
  })
})
