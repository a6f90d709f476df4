import { inflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { EVIL, forgeries } from './saml-forgeries'
import { type Employee, startSamlProvider } from './saml-provider'
import { createBrowser } from '../support/provider-browser'
import { APP, readLanding } from '../support/provider-sign-in'

/** The people that the company's provider can assert. A forged response adds exactly one fault to a valid one. */
const employees: Record<string, Employee> = { ada: { nameId: 'ada@label.example' } }
const idp = await startSamlProvider(employees)
const id = '0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6072'
const { entityId, signInUrl, certificates } = idp
/** Reasons of the refusals in the operator's log. */
const reasons: string[] = []
const app = await startTestApp({
  logTo: {
    write: (line) => {
      if (line.includes('a SAML response was refused')) reasons.push(line)
    },
  },
  auth: {
    sso: [{ kind: 'saml', id, entityId, signInUrl, certificates, domains: ['label.example'] }],
    redirects: ['https://app.example/**'],
  },
})
const { address, db } = app
const ACS = 'http://localhost:3000/auth/v1/sso/saml/acs'
const OURS = 'http://localhost:3000/auth/callback'
idp.meet(await (await fetch(`${address}/auth/v1/sso/saml/metadata`)).text())
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

/** Starts a sign-in: up to the company's form, or up to the redirect before it. */
async function begin({ isLed = true }: { isLed?: boolean } = {}) {
  const ip = app.someAddress()
  const { client } = createAuthClient(address, { ip })
  const { data } = await client.signInWithSSO({ providerId: id, options: { redirectTo: APP } })
  const hop = data?.url ?? ''
  const browser = createBrowser(address, { ip })
  const at = isLed ? (await browser.open(hop)).url : hop
  const RelayState = new URL(at).searchParams.get(isLed ? 'RelayState' : 'state') ?? ''
  return { browser, at, RelayState }
}

type Browser = ReturnType<typeof createBrowser>

/** Posts like a form of another site; returns where the browser ends. */
async function post(browser: Browser, form: Record<string, string>) {
  const { status, headers } = await browser.send(ACS, { form, isForeign: true })
  expect(status).toBe(303)
  const location = headers.get('location') ?? ''
  return readLanding(location.startsWith(OURS) ? location : (await browser.open(location)).url)
}

async function signIn(as = 'ada') {
  const begun = await begin()
  const landing = readLanding((await begun.browser.open(begun.at, { as })).url)
  return { ...begun, landing, answer: idp.answers.at(-1) ?? { SAMLResponse: '', RelayState: '' } }
}

/** Returns a company's response that the employee's browser has not submitted to us. */
async function unusedAnswer() {
  const begun = await begin()
  const page = await begun.browser.send(begun.at, { form: { person: 'ada' } })
  expect(page.body).toContain('form_post')
  return { ...begun, answer: idp.answers.at(-1) ?? { SAMLResponse: '', RelayState: '' } }
}

function requestIn(search: URLSearchParams | undefined): string {
  const xml = inflateRawSync(Buffer.from(search?.get('SAMLRequest') ?? '', 'base64')).toString()
  return / ID="([^"]+)"/.exec(xml)?.[1] ?? ''
}

const sessions = () => db.selectFrom('sessions').select('id').orderBy('id').execute()
const refused = { error: 'access_denied', error_code: 'validation_failed' }

test('A-08 control: an unforged response signs the person in', async () => {
  const { landing } = await signIn()
  const { access_token = '' } = landing.fragment
  expect(await fetchMe(address, { access_token })).toMatchObject({ email: 'ada@label.example' })
})

test.each(forgeries)('A-08 a SAML response %s is refused', async (_, reason, employee) => {
  reasons.length = 0
  employees['ada'] = { nameId: 'ada@label.example', ...employee }
  const before = await sessions()
  const { landing } = await signIn()
  employees['ada'] = { nameId: 'ada@label.example' }
  expect(landing).toMatchObject({ at: APP, fragment: refused })
  expect(landing.fragment).not.toHaveProperty('access_token')
  expect(await sessions()).toEqual(before)
  expect(reasons).toEqual([expect.stringMatching(reason)])
  const { length } = await db.selectFrom('accounts').where('email', '=', EVIL).selectAll().execute()
  expect(length).toBe(0)
})

test('A-08 a SAML response works once', async () => {
  const { browser, answer, landing } = await signIn()
  expect(landing.fragment).toHaveProperty('access_token')
  expect((await post(browser, answer)).fragment).toMatchObject({ error_code: 'bad_oauth_state' })
  // A used response is refused for a new sign-in request too.
  const again = await begin()
  const { RelayState } = again
  expect((await post(again.browser, { ...answer, RelayState })).fragment).toMatchObject(refused)
  // The envelope is not signed, so an attacker can change its InResponseTo to a new request. The signed assertion
  // still names the old one.
  const more = await begin()
  const xml = Buffer.from(answer.SAMLResponse, 'base64').toString()
  const lying = xml.replace(/ InResponseTo="[^"]+"/, ` InResponseTo="${requestIn(idp.asked.at(-1))}"`)
  expect(lying).not.toBe(xml)
  const form = { SAMLResponse: Buffer.from(lying).toString('base64'), RelayState: more.RelayState }
  expect((await post(more.browser, form)).fragment).toMatchObject(refused)
  expect(reasons.at(-1)).toContain('InResponseTo does not match')
})

test('A-08 a SAML response posted twice simultaneously works once', async () => {
  const { browser, answer } = await unusedAnswer()
  const [first, second] = await Promise.all([
    browser.send(ACS, { form: answer, isForeign: true }),
    browser.send(ACS, { form: answer, isForeign: true }),
  ])
  const landings = []
  for (const { headers } of [first, second])
    landings.push(readLanding((await browser.open(headers.get('location') ?? '')).url))
  expect(landings.filter(({ fragment }) => 'access_token' in fragment)).toHaveLength(1)
})

test('A-08 login CSRF: an attacker’s SAML response is refused in another browser', async () => {
  const { browser, answer } = await unusedAnswer()
  const victim = createBrowser(address, { ip: app.someAddress() })
  expect(await post(victim, answer)).toMatchObject({ at: OURS, query: { error_code: 'bad_oauth_state' } })
  const busy = await begin()
  expect(await post(busy.browser, answer)).toMatchObject({
    at: OURS,
    query: { error_code: 'bad_oauth_state' },
  })
  // The refused attempts did not use up the response.
  expect((await post(browser, answer)).fragment).toHaveProperty('access_token')
})

test('A-08 an unsolicited SAML response is refused', async () => {
  const { answer } = await unusedAnswer()
  const browser = createBrowser(address, { ip: app.someAddress() })
  const { SAMLResponse } = answer
  for (const form of [
    { SAMLResponse },
    { SAMLResponse, RelayState: 'a'.repeat(43) },
    { SAMLResponse, RelayState: APP },
  ])
    expect(await post(browser, form)).toMatchObject({
      at: OURS,
      query: { error_code: 'saml_relay_state_not_found' },
      fragment: {},
    })
})

test('A-08 a SAML response to a flow that was not opened, or has expired, is refused', async () => {
  const early = await begin({ isLed: false })
  const { answer } = await unusedAnswer()
  expect(await post(early.browser, { ...answer, RelayState: early.RelayState })).toMatchObject({ at: OURS })
  const late = await unusedAnswer()
  await db
    .updateTable('sign_in_flows')
    .set({ expires_at: new Date(0) })
    .where('used_at', 'is', null)
    .execute()
  expect((await post(late.browser, late.answer)).fragment).toMatchObject({ error_code: 'flow_state_expired' })
})

test('A-08 the stored flow contains neither the person nor the SAML response', async () => {
  const { answer } = await signIn()
  const kept = JSON.stringify(await db.selectFrom('sign_in_flows').selectAll().execute())
  expect(kept).not.toContain('ada@label.example')
  expect(kept).not.toContain(answer.RelayState)
})
