import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createAuthenticator } from '../support/webauthn-authenticator'
import { levelOf, signIn } from '../support/factors'

const app = await startTestApp()
afterAll(app.stop)

test('A-08 a security key is added and then required, and only responses for this site are accepted', async () => {
  const first = await signIn(app, 'nova')
  const key = createAuthenticator()
  const webauthn = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] }
  const { data: factor, error } = await first.client.mfa.enroll({
    factorType: 'webauthn',
    friendlyName: 'Blue key',
  })
  expect(error).toBeNull()
  const factorId = factor?.id ?? ''

  async function show({ client }: typeof first, trick: Parameters<typeof key.get>[1] = {}) {
    const { data, error: refusal } = await client.mfa.challenge({ factorId, webauthn })
    if (refusal) throw refusal
    const challengeId = data.id
    if (data.webauthn.type === 'create') {
      const made = key.create(data.webauthn.credential_options.publicKey as never, trick)
      return client.mfa.verify({
        factorId,
        challengeId,
        webauthn: { ...webauthn, type: 'create', credential_response: asCredential(made) },
      })
    }
    const shown = key.get(data.webauthn.credential_options.publicKey as never, trick)
    return client.mfa.verify({
      factorId,
      challengeId,
      webauthn: { ...webauthn, type: 'request', credential_response: asCredential(shown) },
    })
  }
  expect((await show(first, { origin: 'https://evil.example' })).error?.code).toBe('mfa_verification_failed')
  expect((await show(first)).error).toBeNull()
  expect(await levelOf(first)).toEqual(['aal2', 'aal2'])

  const second = await signIn(app, 'nova')
  for (const trick of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isForged: true },
    { isPresent: false },
    { challenge: Buffer.alloc(32) },
    { type: 'webauthn.create' },
  ])
    expect([trick, (await show(second, trick)).error?.code]).toEqual([trick, 'mfa_verification_failed'])
  // A touch is enough for a security key, because the password came before it.
  expect((await show(second, { isVerified: false })).error).toBeNull()
  const { data: claims } = await second.client.getClaims()
  expect(claims?.claims.amr).toMatchObject([{ method: 'mfa/webauthn' }, { method: 'password' }])
  // The key's counter did not increase, which is a sign of a cloned key.
  const third = await signIn(app, 'nova')
  expect((await show(third, { counter: 1 })).error?.code).toBe('mfa_verification_failed')
  expect((await show(third)).error).toBeNull()
  expect(await third.client.mfa.challenge({ factorId, webauthn: { rpId: 'evil.example' } })).toMatchObject({
    error: { code: 'validation_failed' },
  })
})

/** Wraps JSON like a browser's credential. */
function asCredential(json: object): never {
  return { toJSON: () => json } as never
}
