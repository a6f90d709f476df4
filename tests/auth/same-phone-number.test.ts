import { afterAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { issueToken } from '~/features/identity/server/tokens/issue-token'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const { address, db, secret, someAddress, stop } = await startTestApp({ auth: { sms: texts.sms } })
afterAll(async () => {
  await stop()
  await texts.stop()
})

/** Inserts a request for this number by Mara, two minutes ago, and one by Juno, a minute ago. */
async function requestSamePhone(phone: string) {
  const asked = { mara: someAddress(), juno: someAddress() }
  for (const [key, ago] of [
    ['mara', 120_000],
    ['juno', 60_000],
  ] as const) {
    const userId = getPersonId(key)
    await db.updateTable('accounts').set({ new_phone: phone }).where('id', '=', userId).execute()
    const token = {
      secret,
      purpose: 'phone_change',
      userId,
      sentTo: phone,
      requestedFrom: asked[key],
    } as const
    await db.transaction().execute((trx) => issueToken(trx, { ...token, now: new Date(Date.now() - ago) }))
  }
  return asked
}

test.each([
  ['the person at the same network address', '+4915209990001', 'mara'],
  ['the last person, if sent from another network address', '+4915209990002', 'juno'],
] as const)(
  'A-08 when two people are adding the same phone, the resent message is for %s',
  async (_, phone, key) => {
    const asked = await requestSamePhone(phone)
    const ip = key === 'mara' ? asked.mara : someAddress()
    const { client } = createAuthClient(address, { ip })
    expect((await client.resend({ type: 'phone_change', phone })).error).toBeNull()
    const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
    const { data, error } = await client.verifyOtp({ phone, token, type: 'phone_change' })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(getPersonId(key))
  },
)
