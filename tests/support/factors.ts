import type { AuthClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '~/database/connect'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { createAuthClient } from './auth-client'
import type { Browser } from './browser'

/** Returns the code of an authenticator with this secret, now or `steps` periods of 30 seconds later. */
export function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

/** Returns six digits that are not valid now. */
export function wrongCodeOf(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((step) => codeOf(secret, step)))
  const wrong = ['000000', '000001', '000002', '000003', '000004', '000005']
  return wrong.find((code) => !right.has(code)) ?? ''
}

/** Makes used codes valid again, so that a test doesn't wait 30 seconds for the next one. */
export async function makeCodesReusable(db: Database): Promise<void> {
  await db.updateTable('auth_factors').set({ last_step: 0 }).execute()
}

export async function addAuthenticator(
  client: InstanceType<typeof AuthClient>,
  friendlyName = 'Phone',
): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const verified = await client.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(data.totp.secret),
  })
  if (verified.error) throw verified.error
  return { factorId: data.id, secret: data.totp.secret }
}

export async function addAuthenticatorIn(browser: Browser, name?: string) {
  const { body } = await browser.post<{ factorId: string; secret: string }>('/me/factors/totp', {
    ...(name !== undefined && { name }),
  })
  const verified = await showFactor(browser, { factorId: body.factorId, code: codeOf(body.secret) })
  if (verified.status !== 200) throw new Error(`not added: ${JSON.stringify(verified.body)}`)
  return { ...body, recoveryCodes: verified.body.recoveryCodes ?? [] }
}

/** Starts a challenge of a factor and answers it with this code. */
export async function showFactor(
  browser: Browser,
  { factorId, ...answer }: { factorId: string; code: string; trustBrowser?: boolean; next?: string },
) {
  const asked = await browser.post<{ challengeId: string }>(`/auth/factors/${factorId}/challenge`)
  return browser.post<{
    me: object | null
    landingPath: string
    recoveryCodes: string[] | null
    code?: string
  }>(`/auth/factors/${factorId}/verify`, { challengeId: asked.body.challengeId, ...answer })
}

/** Signs a person in at an app with only the password, from a separate address. */
export async function signIn(
  { address, someAddress }: { address: string; someAddress: () => string },
  key: string,
) {
  const made = createAuthClient(address, { ip: someAddress() })
  const { error } = await made.client.signInWithPassword({
    email: getPersonEmail(key),
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  return made
}

export async function levelOf({ client }: Awaited<ReturnType<typeof signIn>>) {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}
