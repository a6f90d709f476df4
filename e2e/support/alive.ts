import type { Page } from '@playwright/test'

/**
 * What is pressed or typed before the page has come alive is lost, and a machine is sooner than a person. Parts of a page come
 * alive one after another, so each field and button is asked.
 */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    const isPlain = document.querySelector('script[type=module]') === null
    if (isPlain || main === null) return isPlain
    return [main, ...main.querySelectorAll('button, input, select, textarea')].every((part) =>
      Object.keys(part).some((key) => key.startsWith('__react')),
    )
  })
}
