import { expect, test } from './support/journey'
import { DEMO_PASSWORD } from './support/people'

// A phone with bad signal shows the page long before its scripts come; people do not wait.
test.beforeEach(async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
})

test('A-01 a form sent before its script has come puts no password into the address', async ({ page }) => {
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByLabel('Email').first().fill('customer@backtoback.example')
  await page.getByLabel('Password', { exact: true }).first().fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForLoadState('networkidle')
  expect(page.url()).not.toContain('password')
  expect(new URL(page.url()).pathname).toBe('/auth')
})

test('E-01 what was typed into the search before its script had come is searched for', async ({ page }) => {
  await page.goto('/events', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('rotterdam')
  await expect(page).toHaveURL(/q=rotterdam/)
  await expect(page.getByRole('article').first()).toContainText('Rotterdam')
})
