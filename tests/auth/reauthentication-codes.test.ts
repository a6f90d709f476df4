import { afterAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { signIn } from '../support/factors'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const [quiet, texting] = [await startTestApp(), await startTestApp({ auth: { sms: texts.sms } })]
afterAll(async () => {
  await quiet.stop()
  await texting.stop()
  await texts.stop()
})

const phone = '+447700900321'

/** Returns a demo person's app and browser, after leaving the account only a phone. */
async function withPhoneAlone(app: typeof quiet, key: string) {
  const [{ client }, cookie] = [await signIn(app, key), await app.signIn(key)]
  await app.db
    .updateTable('accounts')
    .set({ email: null, email_verified_at: null, phone, phone_verified_at: new Date(), password_hash: null })
    .where('id', '=', getPersonId(key))
    .execute()
  return { client, cookie }
}

async function requestDigits(app: typeof quiet, cookie: string) {
  const answer = await fetch(`${app.address}/api/v1/account/removal/code`, {
    method: 'POST',
    headers: { cookie, origin: app.address, 'x-forwarded-for': app.someAddress() },
  })
  return { status: answer.status, body: await answer.json() }
}

test('A-08 without a provider for text messages, requesting a texted code is refused', async () => {
  const { client, cookie } = await withPhoneAlone(quiet, 'nova')
  expect(await client.reauthenticate()).toMatchObject({
    error: { code: 'phone_provider_disabled', status: 400 },
  })
  expect(await requestDigits(quiet, cookie)).toMatchObject({
    status: 422,
    body: {
      code: 'TEXT_MESSAGES_DISABLED',
      message:
        'This site doesn’t send text messages, so no code can reach you. Ask the operator to delete your account.',
    },
  })
  expect(
    await quiet.db.selectFrom('one_time_tokens').select('purpose').where('sent_to', '=', phone).execute(),
  ).toEqual([])
})

test('A-08 a reached limit of text messages has its own error', async () => {
  const { client, cookie } = await withPhoneAlone(texting, 'nova')
  expect((await client.reauthenticate()).error).toBeNull()
  expect((await texts.next(phone)).text).toMatch(/\d{6}/)
  expect(await client.reauthenticate()).toMatchObject({
    error: { code: 'over_sms_send_rate_limit', status: 429 },
  })
  expect(await requestDigits(texting, cookie)).toEqual({ status: 200, body: { sentBy: 'text' } })
  expect((await texts.next(phone)).text).toMatch(/\d{6}/)
})

test('A-08 a reached limit of emails has its own error', async () => {
  const { client } = await signIn(texting, 'temi')
  expect((await client.reauthenticate()).error).toBeNull()
  expect(await client.reauthenticate()).toMatchObject({ error: { code: 'over_email_send_rate_limit' } })
})
