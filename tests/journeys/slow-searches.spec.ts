import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/journey'
import { tabTo } from './support/keyboard'

/** Longer than the time after which a placeholder would replace a page while the next one loads. */
const LONG_MS = 10_000

/**
 * Holds back the call's responses while `act` runs and LONG_MS pass, and checks that `focused` still has the focus.
 */
async function actWhileSlow(
  page: Page,
  call: string,
  { act, focused }: { act: () => Promise<void>; focused: Locator },
) {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(`**/api/rpc/${call}*`, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await act()
  await asked.promise
  await page.clock.runFor(LONG_MS)
  await expect(focused).toBeFocused()
  held.resolve()
}

test('D-01 a search whose results are slow keeps the page, the field and its focus', async ({ page }) => {
  await page.clock.install()
  await page.goto('/discover')
  const field = page.getByRole('searchbox', { name: 'Search by name or location' })
  await field.click()
  await actWhileSlow(page, 'members/discover', {
    focused: field,
    async act() {
      await page.keyboard.type('Juno')
      await page.clock.runFor(1000)
    },
  })
  await expect(page.getByRole('heading', { name: 'Juno Okafor' })).toBeVisible()
  await expect(page).toHaveURL(/Juno/)
})

test('C-01 a tab whose content is slow keeps the focus', async ({ enterAs }) => {
  const { page } = await enterAs('customer')
  await page.clock.install()
  await page.goto('/customer/dashboard')
  await tabTo(page, page.getByRole('tab', { name: 'My Tickets' }))
  const orders = page.getByRole('tab', { name: 'Order History' })
  await actWhileSlow(page, 'orders/list', {
    focused: orders,
    async act() {
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    },
  })
  await expect(page.getByRole('row', { name: /Dust & Diamonds/ })).toBeVisible()
  await expect(orders).toBeFocused()
})
