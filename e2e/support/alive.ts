import type { Page } from '@playwright/test'

/** What is pressed before the page has come alive is lost, and a machine presses sooner than a person. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    const isPlain = document.querySelector('script[type=module]') === null
    return isPlain || (main !== null && Object.keys(main).some((key) => key.startsWith('__react')))
  })
}
