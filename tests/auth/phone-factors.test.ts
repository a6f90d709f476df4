import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { levelOf, signIn } from '../support/factors'
import { startTextSink } from '../support/fake-sms-provider'

let texts: Awaited<ReturnType<typeof startTextSink>>
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  texts = await startTextSink()
  app = await startTestApp({ auth: { sms: texts.sms } })
})
afterAll(async () => {
  await app.stop()
  await texts.stop()
})

/** A number gets one message a minute, so each test uses its own. */
async function enroll(key: string, phone: string) {
  const person = await signIn(app, key)
  const { data, error } = await person.client.mfa.enroll({
    factorType: 'phone',
    friendlyName: phone,
    phone,
  })
  if (error) throw error
  return { person, factor: data }
}

test('A-08 a phone factor sends a message for each challenge, whose code works once', async () => {
  const { person, factor } = await enroll('mara', '+49 30 1234567')
  expect(factor).toMatchObject({ type: 'phone', phone: '49301234567' })
  const factorId = factor.id
  const { data: asked } = await person.client.mfa.challenge({ factorId, channel: 'whatsapp' })
  expect(asked).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
  const message = await texts.next('whatsapp:+49301234567')
  expect(message).toMatchObject({ from: 'whatsapp:+15550002' })
  const [code = ''] = /^\d{6}/.exec(message.text) ?? []
  const challengeId = asked?.id ?? ''
  const wrong = code === '123456' ? '654321' : '123456'
  expect((await person.client.mfa.verify({ factorId, challengeId, code: wrong })).error).toMatchObject({
    code: 'mfa_verification_failed',
    message: 'Invalid MFA Phone code entered',
  })
  expect((await person.client.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  expect(await levelOf(person)).toEqual(['aal2', 'aal2'])
  const { data: claims } = await person.client.getClaims()
  expect(claims?.claims.amr).toMatchObject([{ method: 'mfa/phone' }, { method: 'password' }])
  expect((await person.client.mfa.verify({ factorId, challengeId, code })).error?.code).toBe(
    'mfa_challenge_expired',
  )
  expect((await person.client.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId }])

  // A factor gets one message a minute, whichever session requests it. Messages sent before the factor was
  // verified are counted separately.
  const other = await signIn(app, 'mara')
  expect((await other.client.mfa.challenge({ factorId, channel: 'sms' })).error).toBeNull()
  expect((await other.client.mfa.challenge({ factorId, channel: 'sms' })).error).toMatchObject({
    code: 'over_sms_send_rate_limit',
    status: 429,
  })
})

test('A-08 adding the same phone twice or using an unknown channel is refused', async () => {
  const { person, factor } = await enroll('juno', '+493012345678')
  await app.db
    .updateTable('auth_factors')
    .set({ status: 'verified' })
    .where('user_id', '=', getPersonId('juno'))
    .execute()
  await app.db
    .updateTable('sessions')
    .set({ assurance: 'aal2' })
    .where('user_id', '=', getPersonId('juno'))
    .execute()
  expect(
    await person.client.mfa.enroll({ factorType: 'phone', friendlyName: 'Again', phone: '0049 3012345678' }),
  ).toMatchObject({ error: { code: 'mfa_verified_factor_exists', status: 422 } })
  expect(
    await person.client.mfa.challenge({ factorId: factor.id, channel: 'pigeon' as 'sms' }),
  ).toMatchObject({ error: { code: 'validation_failed', status: 400 } })
  expect(await person.client.mfa.enroll({ factorType: 'phone', phone: 'Berlin' })).toMatchObject({
    error: { code: 'validation_failed', message: 'Invalid phone number format (E.164 required)' },
  })
})

test('A-08 a message provider that does not respond is reported immediately', async () => {
  const { person, factor } = await enroll('temi', '+49301234569')
  await texts.stop()
  expect(await person.client.mfa.challenge({ factorId: factor.id, channel: 'sms' })).toMatchObject({
    error: { code: 'sms_send_failed', status: 422 },
  })
})
