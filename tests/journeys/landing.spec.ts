import { expect, test } from './support/journey'

test('L-01 R-01 a visitor lands on the hero, and each of its buttons leads on', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Where DJs Connect' })).toBeVisible()
  await page.getByRole('link', { name: 'Request Invite' }).first().click()
  await expect(page).toHaveURL('/request-invite')
  await page.goBack()
  await page.getByRole('link', { name: 'Explore DJs' }).click()
  await expect(page).toHaveURL('/discover')
})

test('L-02 six features are named', async ({ page }) => {
  await page.goto('/')
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
})

test('L-03 Get Started opens the sign-up form', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/auth\?tab=sign-up/)
  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
})

test('N-01 the bar of a visitor, a customer, a member and an admin', async ({ page, customer, enterAs }) => {
  const bar = (of: typeof page) => of.getByRole('banner')
  await page.goto('/events')
  for (const name of ['Back to Back, home', 'Events', 'Discover DJs', 'Sign In', 'Join Now'])
    await expect(bar(page).getByRole('link', { name, exact: true })).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)

  await customer.page.goto('/events')
  await expect(bar(customer.page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/customer/dashboard',
  )
  await expect(bar(customer.page).getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await expect(bar(customer.page).getByRole('link', { name: 'Join Now' })).toHaveCount(0)
  await expect(bar(customer.page).getByRole('button', { name: 'Sign Out' })).toBeVisible()

  const member = await enterAs('juno')
  await member.page.goto('/events')
  await expect(bar(member.page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  )

  const admin = await enterAs('admin')
  await admin.page.goto('/events')
  await expect(bar(admin.page).getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin')
})

test('N-02 the foot names the year, and pages lead back and home', async ({ page }) => {
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

test('N-03 signing out says so and ends the session everywhere on the page', async ({ customer }) => {
  const { page } = customer
  await page.goto('/events')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Where DJs Connect' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Join Now' })).toBeVisible()
  await page.goto('/customer/dashboard')
  await expect(page).toHaveURL(/\/auth\?/)
})
