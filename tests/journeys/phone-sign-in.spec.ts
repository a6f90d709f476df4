import { AuthClient } from '@supabase/auth-js'
import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { expect, test } from './support/journey'
import { dialog, open, region } from './support/settings'
import { codeInText, confirmAddress, ENDED, clearSession, signInByForm } from './support/sign-in'

// The app and the browser share a network address. Each worker has its own, because messages are rate-limited by
// network.
const network = { 'x-forwarded-for': `198.18.200.${process.pid % 250}` }
test.use({ extraHTTPHeaders: network })

let count = 0
function newNumber(): string {
  count += 1
  return `+49151${String(Date.now()).slice(-7)}${process.pid % 10}${count % 10}`
}

/** Matches the number with or without grouping. */
const shown = (phone: string) => new RegExp(`\\${phone.replaceAll(/(?<=\d)(?=\d)/g, '\\s?')}`)

/** The client of an app, the only way to create an account by phone: the site's own form requires an email. */
const newApp = (address = '') =>
  new AuthClient({
    url: `${address}/auth/v1`,
    headers: { apikey: 'anon', ...network },
    persistSession: false,
    autoRefreshToken: false,
  })

/** Goes from /auth to the field for six digits. */
async function requestCode(page: Page, phone: string): Promise<void> {
  await page.goto('/auth?tab=sign-in&way=code&next=/discover')
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
}

test('A-07 A-08 an account with only a phone number signs up in an app and signs in on the site by text message', async ({
  page,
  request,
  baseURL,
  faults,
}) => {
  faults.expect(/status of 410/)
  const phone = newNumber()
  const app = newApp(baseURL)
  const asked = await app.signInWithOtp({ phone, options: { data: { full_name: 'Rosa Quist' } } })
  expect(asked.error).toBeNull()
  const first = await codeInText(request, phone)
  const entered = await app.verifyOtp({ phone, token: first, type: 'sms' })
  expect(entered.data.user).toMatchObject({ phone: phone.slice(1), email: '' })

  await requestCode(page, phone)
  const field = page.getByLabel('One-time code')
  // The code that created the account no longer works.
  await field.fill(first)
  await expect(page.getByText(/This code is wrong or has expired/)).toBeVisible()
  await expect.poll(() => codeInText(request, phone)).not.toBe(first)
  await field.fill(await codeInText(request, phone))
  await expect(page).toHaveURL('/discover')

  await open(page)
  const account = region(page, 'Account')
  await expect(account).toContainText('Rosa Quist')
  await expect(account).toContainText(shown(phone))
  await check(page, 'settings of an account without an address')
})

test('A-08 an app requests a code by WhatsApp, and the code from that message signs in @long', async ({
  page,
  baseURL,
}) => {
  const phone = newNumber()
  const app = newApp(baseURL)
  expect((await app.signInWithOtp({ phone, options: { channel: 'whatsapp' } })).error).toBeNull()
  const message = page.getByRole('listitem').filter({ hasText: `WhatsApp message to ${phone}` })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(message).toHaveCount(1, { timeout: 100 })
  }).toPass({ timeout: 15_000, intervals: [100, 250, 500] })
  await message.getByRole('link').click()
  await expect(page.getByRole('heading', { name: `WhatsApp message to ${phone}` })).toBeVisible()
  const [token = ''] = /^\d{6}/.exec(await page.locator('pre').innerText()) ?? []
  const { data } = await app.verifyOtp({ phone, token, type: 'sms' })
  const me = await page.request.get('/api/v1/me', {
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  })
  expect(await me.json()).toMatchObject({ email: null })
})

test('A-08 A-09 R-02 a person adds a phone for two-step verification, and the next sign-in requires its code @long', async ({
  customer,
  faults,
}) => {
  faults.expect(ENDED)
  faults.expect(/status of 422/)
  const { page, email } = customer
  const phone = newNumber()
  await confirmAddress(email)
  await open(page, '#factor')
  const factor = region(page, 'Two-step verification')
  await factor.getByRole('button', { name: 'Set up two-step verification' }).click()
  await page.getByRole('menuitem', { name: 'Text message' }).click()
  await dialog(page).getByLabel('Phone number').fill(phone)
  await dialog(page).getByRole('button', { name: 'Send code' }).click()
  await expect(dialog(page).getByText(/^We texted a code to/)).toContainText(shown(phone))
  const first = await codeInText(page.request, phone)
  await dialog(page).getByLabel('Code').fill(first)
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await codes.getByText('I have them in a safe place').click()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(factor.getByRole('button', { name: 'Remove Text message' })).toBeVisible()

  await clearSession(page)
  await signInByForm(page, customer, '/discover')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  // After only the password, the page must not show the full number, just enough for its owner to recognize it.
  await expect(page.getByRole('main')).not.toContainText(shown(phone))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const field = page.getByLabel('Code', { exact: true })
  await field.fill(first)
  await expect(page.getByText(/That code is wrong|That isn’t the code/)).toBeVisible()
  await check(page, 'a second factor by text message')
  await field.fill(await codeInText(page.request, phone))
  await expect(page).toHaveURL('/discover')
})
