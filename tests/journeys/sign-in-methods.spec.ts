import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { expect, test } from './support/journey'
import {
  addAuthenticator,
  addPasskey,
  addSecurityKey,
  addVirtualAuthenticator,
  codeInEmail,
  ENDED,
  clearSession,
  signInByForm,
} from './support/sign-in'

/**
 * Chooses sign-in by a code, which sends nothing yet, and requests the code on the next screen, where the email is
 * filled in.
 */
async function requestCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'One-time code' }).click()
  await page.getByRole('button', { name: 'Send a code' }).click()
}

test('A-08 A-01 an emailed code signs in even after a reload and a wrong code, and leads to the previous page @long', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/status of 410/)
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').fill(customer.email)
  await requestCode(page)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(customer.email)).toBeVisible()
  const code = await codeInEmail(page, customer.email, /code to sign in/)
  // Phones reload pages in the background.
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

test('A-08 a passkey signs in by a button and from the email field, but not while it is locked', async ({
  customer: { page },
  faults,
}) => {
  faults.expect(ENDED)
  const authenticator = await addVirtualAuthenticator(page)
  await page.goto('/customer/dashboard')
  await addPasskey(page)

  await clearSession(page)
  await authenticator.unlock(false)
  await page.goto('/auth?next=/discover')
  await page.getByRole('button', { name: 'Passkey' }).click()
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible()
  await authenticator.unlock(true)
  await page.getByRole('button', { name: 'Passkey' }).click()
  await expect(page).toHaveURL('/discover')

  // The browser offers the passkey at the email field and selects the virtual authenticator automatically.
  await clearSession(page)
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').focus()
  await expect(page).toHaveURL('/discover')
})

test('A-08 R-02 an authenticator app: Back ends the attempt, a wrong code is refused, a trusted browser skips it @long', async ({
  page,
  context,
  customer,
  faults,
}) => {
  faults.expect(/status of 422/)
  faults.expect(ENDED)
  const authenticator = await addAuthenticator(customer.context.request)
  await signInByForm(page, customer, '/customer/dashboard?from=mail')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/factor\?next=/)
  await check(page, 'two-step verification')

  const elsewhere = await context.newPage()
  await elsewhere.goto('/')
  await expect(elsewhere.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await elsewhere.goto('/customer/dashboard')
  // The guard leads to two-step verification, not back to the password.
  await expect(elsewhere.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await elsewhere.close()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL(/next=/)

  await signInByForm(page, customer, '/customer/dashboard?from=mail')
  await page.getByText('Trust this browser for 30 days').click()
  await page.getByLabel('Code from your app').pressSequentially('000000')
  await expect(page.getByText(/That code is wrong/)).toBeVisible()
  await page.keyboard.insertText(authenticator.nextCode())
  await expect(page).toHaveURL('/customer/dashboard?from=mail')
  await expect(page.getByText('No tickets yet')).toBeVisible()

  // The browser is trusted now.
  await clearSession(page)
  await signInByForm(page, customer, '/discover')
  await expect(page).toHaveURL('/discover')
})

test('A-08 A-01 a recovery code signs in a person who has lost their phone @long', async ({
  page,
  customer,
}) => {
  const { recoveryCodes } = await addAuthenticator(customer.context.request)
  const [first = ''] = recoveryCodes
  await signInByForm(page, customer)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await check(page, 'a recovery code')
  await page.getByLabel('Recovery code').fill(first.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/customer/dashboard')
  await expect(page.getByText(/You have 9 left/)).toBeVisible()
})

test('A-08 R-02 a security key completes two-step verification @long', async ({
  customer: { page, ...person },
  faults,
}) => {
  faults.expect(ENDED)
  await addVirtualAuthenticator(page, { isPasskey: false })
  await page.goto('/customer/dashboard')
  await addSecurityKey(page, 'Blue key')
  await clearSession(page)
  await signInByForm(page, person, '/discover')
  await expect(page.getByText('Have Blue key ready. Your browser will ask for it.')).toBeVisible()
  await check(page, 'a security key')
  await page.getByRole('button', { name: 'Use security key' }).click()
  await expect(page).toHaveURL('/discover')
})
