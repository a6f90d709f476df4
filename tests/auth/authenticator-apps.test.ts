import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { fetchMe } from '../support/auth-client'
import { addAuthenticator, codeOf, makeCodesReusable, levelOf, signIn, wrongCodeOf } from '../support/factors'

const app = await startTestApp()
const { address, db } = app
afterAll(app.stop)

describe('A-08 an authenticator app', () => {
  test('an authenticator app is added, then required, and raises the session to aal2', async () => {
    const first = await signIn(app, 'mara')
    const { data, error } = await first.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Old phone' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Old phone' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(data?.totp.qr_code).not.toContain('#')
    expect(data?.totp.uri).toContain(`secret=${data?.totp.secret}`)
    const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
    expect(await levelOf(first)).toEqual(['aal1', 'aal1'])
    expect((await first.client.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId, status: 'unverified' }],
      totp: [],
    })

    const challenge = await first.client.mfa.challenge({ factorId })
    expect(challenge.data).toMatchObject({ type: 'totp' })
    expect((challenge.data?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290)
    const challengeId = challenge.data?.id ?? ''
    const { data: before } = await first.client.getSession()
    const verified = await first.client.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
    expect(verified.error).toBeNull()
    expect(verified.data?.user.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    expect(verified.data).not.toHaveProperty('recovery_codes')
    expect(first.notified).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await levelOf(first)).toEqual(['aal2', 'aal2'])
    const { data: claims } = await first.client.getClaims()
    expect(claims?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    expect(verified.data?.refresh_token).not.toBe(before.session?.refresh_token)
    expect((await first.client.refreshSession()).error).toBeNull()
    expect(await levelOf(first)).toEqual(['aal2', 'aal2'])

    await makeCodesReusable(db)
    const second = await signIn(app, 'mara')
    const { data: half } = await second.client.getSession()
    expect(await levelOf(second)).toEqual(['aal1', 'aal2'])
    expect(await fetchMe(address, half.session)).toBeNull()
    expect((await second.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    const { data: whole } = await second.client.getSession()
    expect(await fetchMe(address, whole.session)).toMatchObject({ email: getPersonEmail('mara') })
    // Verification keeps the session, so its previous token stays valid.
    expect(await fetchMe(address, half.session)).toMatchObject({ email: getPersonEmail('mara') })
  })

  test('adding an authenticator app ends other sessions with one factor', async () => {
    const [here, there] = [await signIn(app, 'juno'), await signIn(app, 'juno')]
    const { data: other } = await there.client.getSession()
    expect(await fetchMe(address, other.session)).not.toBeNull()
    await addAuthenticator(here.client)
    expect(await fetchMe(address, other.session)).toBeNull()
    expect((await there.client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  test('only a session that verified an authenticator app can remove it; afterwards one factor is enough again', async () => {
    const owner = await signIn(app, 'jonas')
    const { factorId } = await addAuthenticator(owner.client)
    const thief = await signIn(app, 'jonas')
    expect(await thief.client.mfa.unenroll({ factorId })).toMatchObject({
      error: { code: 'insufficient_aal', status: 422 },
    })
    expect(await owner.client.mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null })
    const { error } = await owner.client.refreshSession()
    expect(error).toBeNull()
    expect(await levelOf(owner)).toEqual(['aal1', 'aal1'])
    const { data } = await owner.client.getSession()
    expect(await fetchMe(address, data.session)).toMatchObject({ email: getPersonEmail('jonas') })
  })

  test('a stolen password cannot add or complete another authenticator app', async () => {
    const [owner, thief] = [await signIn(app, 'sofia'), await signIn(app, 'sofia')]
    const begun = await thief.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })
    const left = await db
      .selectFrom('auth_factors')
      .selectAll()
      .where('friendly_name', '=', 'Thief')
      .executeTakeFirstOrThrow()
    await addAuthenticator(owner.client)
    const again = await signIn(app, 'sofia')
    expect(await again.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })).toMatchObject({
      error: { code: 'insufficient_aal', status: 403 },
    })
    // Verifying a factor deletes the unverified ones. Even if an unverified factor still exists, it can't be used.
    expect(await db.selectFrom('auth_factors').select('id').where('id', '=', left.id).execute()).toEqual([])
    await db.insertInto('auth_factors').values(left).execute()
    expect(await again.client.mfa.challenge({ factorId: left.id })).toMatchObject({
      error: { code: 'insufficient_aal' },
    })
    const challenge = await db
      .insertInto('auth_challenges')
      .values({
        purpose: 'factor',
        user_id: left.user_id,
        factor_id: left.id,
        expires_at: sql`now() + interval '1 minute'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(
      await again.client.mfa.verify({
        factorId: left.id,
        challengeId: challenge.id,
        code: codeOf(begun.data?.totp.secret ?? ''),
      }),
    ).toMatchObject({ error: { code: 'insufficient_aal' } })
    const { data } = await again.client.getSession()
    expect(await fetchMe(address, data.session)).toBeNull()
  })
})

describe('A-08 answers to a challenge', () => {
  test('a challenge allows five attempts, and the correct sixth one is refused', async () => {
    const { client } = await signIn(app, 'temi')
    const { factorId, secret } = await addAuthenticator(client)
    await makeCodesReusable(db)
    const { data } = await client.mfa.challenge({ factorId })
    const challengeId = data?.id ?? ''
    const answers: unknown[] = []
    for (let count = 0; count < 5; count++)
      answers.push(
        (await client.mfa.verify({ factorId, challengeId, code: wrongCodeOf(secret) })).error?.code,
      )
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'mfa_verification_failed'))
    const late = await client.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
    expect(late.error).toMatchObject({ code: 'mfa_challenge_expired', status: 422 })
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
  })

  test('an authenticator code works for five minutes, once, and for its own factor', async () => {
    const { client } = await signIn(app, 'tom')
    const { factorId, secret } = await addAuthenticator(client)
    const other = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })
    const verify = (challengeId: string, steps: number, id = factorId) =>
      client.mfa.verify({ factorId: id, challengeId, code: codeOf(secret, steps) })
    await makeCodesReusable(db)
    const { data: late } = await client.mfa.challenge({ factorId })
    await sql`update auth_challenges set expires_at = now() - interval '1 second' where id = ${late?.id}`.execute(
      db,
    )
    expect((await verify(late?.id ?? '', 0)).error?.code).toBe('mfa_challenge_expired')
    const { data: once } = await client.mfa.challenge({ factorId })
    expect((await verify(once?.id ?? '', 0, other.data?.id)).error?.code).toBe('mfa_challenge_expired')
    expect((await verify(once?.id ?? '', 0)).error).toBeNull()
    expect((await verify(once?.id ?? '', 1)).error?.code).toBe('mfa_challenge_expired')
    const { data: again } = await client.mfa.challenge({ factorId })
    // The code of a used 30-second step is refused in every challenge. The code of the next step works.
    expect((await verify(again?.id ?? '', 0)).error?.code).toBe('mfa_verification_failed')
    expect((await verify(again?.id ?? '', 1)).error).toBeNull()
  })

  test('a challenge of another person’s factor is refused', async () => {
    const [owner, stranger] = [await signIn(app, 'owen'), await signIn(app, 'customer')]
    const { factorId, secret } = await addAuthenticator(owner.client)
    const { data } = await owner.client.mfa.challenge({ factorId })
    const gone = { error: { code: 'mfa_factor_not_found', status: 404 } }
    expect(await stranger.client.mfa.challenge({ factorId })).toMatchObject(gone)
    const challengeId = data?.id ?? ''
    expect(await stranger.client.mfa.verify({ factorId, challengeId, code: codeOf(secret) })).toMatchObject(
      gone,
    )
    expect(await stranger.client.mfa.unenroll({ factorId })).toMatchObject(gone)
    expect(await stranger.client.mfa.unenroll({ factorId: newId() })).toMatchObject(gone)
  })
})

describe('A-08 enrolling', () => {
  test('factors need unique names, are limited to ten, and have a known type', async () => {
    const { client } = await signIn(app, 'moderator')
    await addAuthenticator(client, 'Phone')
    expect(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).toMatchObject({
      error: { code: 'mfa_factor_name_conflict', status: 422 },
    })
    // An enrollment that is never verified doesn't reserve its name.
    const begun = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    const anew = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    expect([begun.error, anew.error]).toEqual([null, null])
    for (let count = 0; count < 8; count++)
      expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    expect(await client.mfa.enroll({ factorType: 'totp' })).toMatchObject({
      error: { code: 'too_many_enrolled_mfa_factors', status: 422 },
    })
    await db
      .updateTable('auth_factors')
      .set({ created_at: sql`now() - interval '11 minutes'` })
      .where('user_id', '=', getPersonId('moderator'))
      .execute()
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    expect(await client.mfa.enroll({ factorType: 'sms' as 'totp' })).toMatchObject({
      error: { code: 'validation_failed', message: 'factor_type needs to be totp, phone, or webauthn' },
    })
    expect(await client.mfa.enroll({ factorType: 'phone', phone: '+4930123456' })).toMatchObject({
      error: { code: 'mfa_phone_enroll_not_enabled', status: 422 },
    })
  })

  test('the secret of an authenticator app is stored encrypted', async () => {
    const { client } = await signIn(app, 'admin')
    const { secret } = await addAuthenticator(client)
    const rows = await sql<{ row: string }>`select row_to_json(f)::text as row from auth_factors f`.execute(
      db,
    )
    expect(rows.rows.map(({ row }) => row).join()).not.toContain(secret)
    const factor = await db
      .selectFrom('auth_factors')
      .select('secret_sealed')
      .where('user_id', '=', getPersonId('admin'))
      .executeTakeFirst()
    expect(factor?.secret_sealed?.toString('latin1')).not.toContain(secret)
  })
})
