import type { Page } from '@playwright/test'
import { actAtOnce } from './support/alive'
import { expect, test } from './support/journey'
import { DEMO_PASSWORD } from './support/people'

// A phone with bad signal shows the page long before its scripts come; people do not wait.

/** Opens a page and keeps every script back until the answered function is called. (`goto` would wait for them.) */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  actAtOnce(page)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate
    await route.continue()
  })
  await page.evaluate((target) => window.location.assign(target), address)
  return open
}

test('A-01 a form sent before its script has come puts no password into the address', async ({
  page,
  baseURL,
}) => {
  const openScripts = await openWithoutScripts(page, `${baseURL}/auth`)
  await page.getByLabel('Email').first().fill('customer@backtoback.example')
  await page.getByLabel('Password', { exact: true }).first().fill(DEMO_PASSWORD)
  const sent = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Sign In' }).click()
  expect((await sent).status()).toBe(303)
  openScripts()
  await page.waitForLoadState('networkidle')
  expect(page.url()).not.toContain('password')
  expect(new URL(page.url()).pathname).toBe('/auth')
})

test('E-01 what was typed into the search before its script had come is searched for', async ({
  page,
  baseURL,
}) => {
  const openScripts = await openWithoutScripts(page, `${baseURL}/events`)
  await page.getByRole('searchbox').fill('rotterdam')
  openScripts()
  await expect(page).toHaveURL(/q=rotterdam/)
  await expect(page.getByRole('article').first()).toContainText('Rotterdam')
})
