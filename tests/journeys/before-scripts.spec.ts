import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { actImmediately } from './support/ready-page'
import { expect, test } from './support/journey'
import { DEMO_PASSWORD } from './support/people'

// On a slow connection people use the page before its scripts have loaded.

/** Opens a page and holds all scripts back until the returned function is called. (`goto` would wait for them.) */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  actImmediately(page)
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate
    await route.continue()
  })
  await page.evaluate((target) => window.location.assign(target), address)
  return open
}

test('A-01 a sign-in form sent before its script has loaded puts no password into the address @long', async ({
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

test('E-01 a search typed before its script has loaded runs afterwards @long', async ({ page, baseURL }) => {
  const openScripts = await openWithoutScripts(page, `${baseURL}/events`)
  await page.getByRole('searchbox').fill('rotterdam')
  openScripts()
  await expect(page).toHaveURL(/q=rotterdam/)
  await expect(page.getByRole('article').first()).toContainText('Rotterdam')
})

test('A-01 E-01 D-01 L-01 T-01 without JavaScript, each page says what needs it and hides it, and the search works @long', async ({
  browser,
}) => {
  // A separate page, because the pages of journeys wait for scripts.
  const page = await browser.newPage()
  const turnOn = await turnOffScripts(page)
  for (const [address, sentence, control] of [
    ['/auth', 'Sign in or sign up needs JavaScript.', 'Sign In'],
    ['/events', 'Filtering events needs JavaScript.', 'This weekend'],
    ['/discover', 'Filtering DJs needs JavaScript.', 'Techno'],
    ['/request-invite', 'Requesting an invite needs JavaScript.', 'Request Invite'],
  ] as const) {
    await page.goto(address)
    await expect(page.locator('.no-script')).toBeVisible()
    await expect(sentenceIn(page.getByRole('main'), sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: control, exact: true })).toBeHidden()
  }
  await page.goto('/events')
  await page.getByRole('searchbox').fill('rotterdam')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=rotterdam/)
  await expect(page.getByRole('article').first()).toContainText('Rotterdam')
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  const panel = page.getByRole('region', { name: 'Select Tickets' })
  await expect(sentenceIn(panel, 'Buying tickets needs JavaScript.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(More|Checkout|Choose tickets)$/ })).toHaveCount(0)
  await turnOn()
  await expectAccessible(page, 'an event without JavaScript')
  await page.close()
})

/** Returns a function that enables scripts again, which axe needs. The open page keeps its noscript elements. */
async function turnOffScripts(page: Page): Promise<() => Promise<unknown>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setScriptExecutionDisabled', { value: true })
  return () => browser.send('Emulation.setScriptExecutionDisabled', { value: false })
}

// `getByText` skips noscript elements.
function sentenceIn(part: Locator, sentence: string): Locator {
  return part.locator('noscript p', { hasText: sentence })
}
