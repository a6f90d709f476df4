import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './support/journey'

test('L-01 L-02 L-03 R-01 the landing page shows a visitor the headline and six features, and each button leads on', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Where DJs Connect' })).toBeVisible()
  for (const name of [
    'Exclusive network',
    'Genre communities',
    'Booking system',
    'Chat rooms',
    'Integrated payments',
    'Verified profiles',
  ])
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()
  await expect(page.getByText('Availability and rates in the open')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore DJs' })).toHaveAttribute('href', '/discover')
  await page.getByRole('link', { name: 'Request Invite' }).first().click()
  await expect(page).toHaveURL('/request-invite')
  await page.goBack()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/auth\?tab=sign-up/)
  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
})

test('N-01 the navigation bar shows other links to a visitor, a customer, a member and an admin', async ({
  request,
  customer,
  enterAs,
}) => {
  const bar = async (from: APIRequestContext) =>
    /<header[\s\S]*?<\/header>/.exec(await (await from.get('/events')).text())?.[0] ?? ''
  const visitor = await bar(request)
  for (const name of ['Events', 'Discover DJs', 'Sign In', 'Join Now']) expect(visitor).toContain(name)
  expect(visitor).not.toContain('Dashboard')
  const own = await bar(customer.context.request)
  expect(own).toContain('href="/customer/dashboard"')
  expect(own).toContain('Sign Out')
  for (const name of ['Admin Panel', 'Join Now']) expect(own).not.toContain(name)
  expect(await bar((await enterAs('juno')).context.request)).toContain('href="/dashboard"')
  expect(await bar((await enterAs('admin')).context.request)).toContain('href="/admin"')
})

test('N-02 the footer shows the year, and pages link back and to the home page', async ({ page }) => {
  await page.goto('/events')
  await expect(page.getByRole('contentinfo')).toContainText('© 2024')
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await page.waitForURL(/\/events\/[0-9a-f-]{36}/)
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await page.getByRole('banner').getByRole('link', { name: 'Back to Back, home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('N-03 signing out ends the session and shows a confirmation', async ({ customer }) => {
  const { page } = customer
  await page.goto('/events')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Where DJs Connect' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Join Now' })).toBeVisible()
  await page.goto('/customer/dashboard')
  await expect(page).toHaveURL(/\/auth\?/)
})
