import type { Page } from '@playwright/test'

/**
 * What is pressed or typed before the page has come alive is lost, and a machine is sooner than a person. Parts of a page come
 * alive one after another, so each field and button is asked; they are known before what they listen to is, which the
 * browser has done when it has nothing more to do.
 */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    const isPlain = document.querySelector('script[type=module]') === null
    if (isPlain || main === null) return isPlain
    const isKnown = [main, ...main.querySelectorAll('button, input, select, textarea')].every((part) =>
      Object.keys(part).some((key) => key.startsWith('__react')),
    )
    return isKnown && new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 10_000 }))
  })
}
