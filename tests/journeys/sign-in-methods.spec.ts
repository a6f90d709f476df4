import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { followMail } from './support/mailbox'
import { newPerson, signIn, signUp } from './support/people'
import {
  addAuthenticator,
  addPasskey,
  addSecurityKey,
  addVirtualAuthenticator,
  becomeNobody,
  codeInMail,
  codeInText,
  confirmAddress,
  ENDED,
  forgetSession,
  signInByHand,
} from './support/sign-in'

/** The way to a code sends nothing by itself; the screen after it has what was typed. */
async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'One-time code' }).click()
  await page.getByRole('button', { name: 'Send a code' }).click()
}

test('A-08 A-01 a code by mail: typed anew after a look at the mail, wrong, then right, and on to where one was going', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/status of 410/)
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').fill(customer.email)
  await askForCode(page)
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await expect(page.getByText(customer.email)).toBeVisible()
  const code = await codeInMail(page, customer.email, /code to sign in/)
  // As a phone does that needed the memory.
  await page.reload()
  const field = page.getByLabel('One-time code')
  await expect(field).toBeFocused()
  await field.pressSequentially(code === '000000' ? '000001' : '000000')
  await expect(page.getByText(/This code is wrong or has expired/)).toBeVisible()
  await expect(page.getByText(/Send again in 0:\d\d/)).toBeVisible()
  await check(page, 'a wrong code')
  await page.keyboard.insertText(code)
  await expect(page).toHaveURL('/discover')
  await page.goto('/customer/dashboard')
  await expect(page).toHaveURL('/customer/dashboard')
})

test('A-08 A-01 the link of the same mail asks before it signs in, and is dead afterwards', async ({
  page,
  customer,
}) => {
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').fill(customer.email)
  await askForCode(page)
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  const link = await followMail(page, customer.email, /code to sign in/, /Sign in/)
  await expect(link.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  const address = link.url()
  await check(link, 'a magic link')
  await link.getByRole('button', { name: 'Sign In' }).click()
  await expect(link).toHaveURL('/discover')
  await link.goto(address)
  await expect(link.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
})

test('A-08 a passkey signs in alone, at a press and from the field, and one that nobody unlocks does not', async ({
  customer: { page },
  faults,
}) => {
  faults.expect(ENDED)
  const authenticator = await addVirtualAuthenticator(page)
  await page.goto('/customer/dashboard')
  await addPasskey(page)

  await forgetSession(page)
  await authenticator.unlock(false)
  await page.goto('/auth?next=/discover')
  await page.getByRole('button', { name: 'Passkey' }).click()
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible()
  await authenticator.unlock(true)
  await page.getByRole('button', { name: 'Passkey' }).click()
  await expect(page).toHaveURL('/discover')

  // Offered at the field: the virtual one is chosen by itself.
  await forgetSession(page)
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').focus()
  await expect(page).toHaveURL('/discover')
})

test('A-08 R-02 after the password an authenticator is asked, and until then the site knows nobody', async ({
  page,
  context,
  customer,
  faults,
}) => {
  faults.expect(/status of 422/)
  faults.expect(ENDED)
  const authenticator = await addAuthenticator(customer.context.request)
  await signInByHand(page, customer, '/customer/dashboard?from=mail')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/factor\?next=/)
  await check(page, 'the second factor')

  const elsewhere = await context.newPage()
  await elsewhere.goto('/')
  await expect(elsewhere.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await elsewhere.goto('/customer/dashboard')
  // Half in: the guard leads to the second half, and not to a password once more.
  await expect(elsewhere.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await elsewhere.close()

  await page.getByText('Trust this browser for 30 days').click()
  await page.getByLabel('Code from your app').pressSequentially('000000')
  await expect(page.getByText(/That is not the code/)).toBeVisible()
  await page.keyboard.insertText(authenticator.nextCode())
  await expect(page).toHaveURL('/customer/dashboard?from=mail')
  await expect(page.getByText('No tickets yet')).toBeVisible()

  // This browser is trusted now.
  await forgetSession(page)
  await signInByHand(page, customer, '/discover')
  await expect(page).toHaveURL('/discover')
})

test('A-08 R-02 a browser that is not trusted is asked each time; back ends the half of a session', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(ENDED)
  const authenticator = await addAuthenticator(customer.context.request)
  await signInByHand(page, customer, '/discover')
  await expect(page.getByLabel('Trust this browser for 30 days')).not.toBeChecked()
  await page.getByLabel('Code from your app').fill(authenticator.nextCode())
  await expect(page).toHaveURL('/discover')

  await forgetSession(page)
  await signInByHand(page, customer, '/discover')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL(/next=/)
  await page.goto('/auth/factor')
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
})

test('A-08 A-01 a lost phone: a recovery code opens once', async ({ page, customer, faults }) => {
  faults.expect(/status of 422/)
  faults.expect(ENDED)
  const { recoveryCodes } = await addAuthenticator(customer.context.request)
  const [first = '', second = ''] = recoveryCodes
  await signInByHand(page, customer)
  await page.getByRole('button', { name: 'I lost my phone, use a recovery code' }).click()
  await check(page, 'a recovery code')
  await page.getByLabel('Recovery code').fill(first.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/customer/dashboard')
  await expect(page.getByText(/You have 9 left/)).toBeVisible()

  await forgetSession(page)
  await signInByHand(page, customer)
  await page.getByRole('button', { name: 'I lost my phone, use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/none of your recovery codes/)).toBeVisible()
  await page.getByLabel('Recovery code').fill(second)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/customer/dashboard')
})

test('A-08 a code by mail is one factor: the second comes after it', async ({ page, customer }) => {
  await confirmAddress(customer.email)
  const authenticator = await addAuthenticator(customer.context.request)
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').fill(customer.email)
  await askForCode(page)
  await page.getByLabel('One-time code').fill(await codeInMail(page, customer.email, /code to sign in/))
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.getByLabel('Code from your app').fill(authenticator.nextCode())
  await expect(page).toHaveURL('/discover')
})

test('A-08 a passkey stands for both factors, also where the second is asked', async ({
  customer: { page, context, ...person },
}) => {
  await addVirtualAuthenticator(page)
  await addAuthenticator(context.request)
  await page.goto('/customer/dashboard')
  await addPasskey(page)
  await becomeNobody(page)
  await signUp(context.request, newPerson())
  await forgetSession(page)
  await page.goto('/auth?tab=sign-in&next=/discover')
  // The field would offer the passkey first: by password here, as on a computer without it.
  await signIn(context.request, person)
  await page.goto('/auth/factor?next=/discover')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/discover')
})

test('A-08 A-01 a code by text message, to a number as people write it', async ({ page, customer }) => {
  const digits = String(Date.now()).slice(-8)
  const phone = `+49151${digits}`
  await withDatabase((ask) =>
    ask('update accounts set phone = $1, phone_verified_at = now() where email = $2', [
      phone,
      customer.email,
    ]),
  )
  await page.goto('/auth?tab=sign-in&next=/discover')
  await page.getByRole('button', { name: 'One-time code' }).click()
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByLabel('Phone', { exact: true }).fill(`0049 151 ${digits.slice(0, 4)}-${digits.slice(4)}`)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await page.getByLabel('One-time code').fill(await codeInText(page.request, phone))
  await expect(page).toHaveURL('/discover')
})

test('A-08 R-02 a security key is the second factor', async ({ customer: { page, ...person }, faults }) => {
  faults.expect(ENDED)
  await addVirtualAuthenticator(page, { isPasskey: false })
  await page.goto('/customer/dashboard')
  await addSecurityKey(page, 'Blue key')
  await forgetSession(page)
  await signInByHand(page, person, '/discover')
  await expect(page.getByText('Have Blue key at hand. The browser asks for it.')).toBeVisible()
  await check(page, 'a security key')
  await page.getByRole('button', { name: 'Use the key' }).click()
  await expect(page).toHaveURL('/discover')
})

test('A-08 A-01 a phone as the second factor: its message waits out the minute of the one before', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/status of 429/)
  const phone = `+49152${String(Date.now()).slice(-8)}`
  await withDatabase((ask) =>
    ask(
      `insert into auth_factors (id, user_id, kind, phone, status)
       select gen_random_uuid(), id, 'phone', $1, 'verified' from accounts where email = $2`,
      [phone, customer.email],
    ),
  )
  await signInByHand(page, customer, '/discover')
  const button = page.getByRole('button', { name: 'Text me a code' })
  await expect(button).toBeVisible()
  await check(page, 'a phone as the second factor')
  await button.click()
  await expect(page.getByRole('button', { name: /^Send again in 0:\d\d/ })).toBeVisible()
  await check(page, 'a code by text as the second factor')
  // The page was loaded anew, and what it asked before is gone.
  await page.reload()
  await button.click()
  await expect(page.getByText(/You can ask again in \d+\ss\./)).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await check(page, 'a message that must wait')
})

test('AD-05 A-01 whoever is suspended reads it where they sign in, which is accessible', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/status of 403/)
  await withDatabase((ask) =>
    ask(
      "update accounts set suspended_until = now() + interval '30 days', suspended_reason = 'Sold a night twice' where email = $1",
      [customer.email],
    ),
  )
  await signInByHand(page, customer)
  await expect(page.getByRole('form', { name: 'Sign In' }).getByText(/Sold a night twice/)).toBeVisible()
  await check(page, 'signing in while suspended')
})

test('A-08 where a code is to go, by mail or by phone, is accessible', async ({ page }) => {
  await page.goto('/auth?tab=sign-in&way=code')
  await check(page, 'asking for a code')
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText('Enter your phone number.')).toBeVisible()
  await check(page, 'asking for a code by phone')
  await page.getByRole('button', { name: 'Use a password' }).click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
})
