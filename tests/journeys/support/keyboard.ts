import type { Locator, Page } from '@playwright/test'
import { waitForHydration } from './ready-page'

/** Presses Tab until the element has the focus; fails when it can't be reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  await waitForHydration(page)
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}
