import { expect, test } from './support/journey'
import { signIn } from './support/people'
import { open, region } from './support/settings'
import { addAuthenticator, confirmAddress, ENDED, signInByForm } from './support/sign-in'

// Changes in another tab or another browser while a page is open.

test('A-08 the settings close when their session ends in another browser, even during a request @long', async ({
  customer: { page, email, password },
  browser,
  faults,
}) => {
  faults.expect(ENDED)
  await open(page, '#security')
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  // A slow connection: the response arrives long after the session has ended.
  let answer = () => {}
  const late = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/resendVerification/, async (route) => {
    await late
    await route.continue()
  })
  const asked = page.waitForRequest(/resendVerification/)
  await page.getByRole('button', { name: 'Resend the verification email' }).click()
  await asked

  const elsewhere = await browser.newContext()
  faults.watch(elsewhere)
  await signIn(elsewhere.request, { email, password })
  const other = await elsewhere.newPage()
  await open(other, '#security')
  await region(other, 'Security activity')
    .getByRole('button', { name: /all other sessions/ })
    .click()
  await other
    .getByRole('alertdialog')
    .getByRole('button', { name: /all other sessions/ })
    .click()
  await expect(page).toHaveURL(/\/auth\?.*next=%2Fcustomer%2Fsettings/)
  await expect(page.getByText(email)).toHaveCount(0)
  answer()
  await elsewhere.close()
})

test('A-08 pressing Back in a tab at two-step verification keeps the session that another tab completed @long', async ({
  customer,
  page,
  context,
}) => {
  await confirmAddress(customer.email)
  const authenticator = await addAuthenticator(customer.context.request)
  await signInByForm(page, customer, '/customer/settings')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/auth/factor')
  await tab.getByLabel('Code from your app').fill(authenticator.nextCode())
  await expect(tab).toHaveURL('/customer/dashboard')

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/customer/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await tab.reload()
  await expect(tab.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
})
