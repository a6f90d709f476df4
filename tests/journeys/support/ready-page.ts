import type { Locator, Page } from '@playwright/test'

/**
 * Waits until the page is hydrated, because earlier clicks and input are lost. Parts of a page hydrate one after
 * another, so each field and button is checked; listeners are attached once the browser is idle. A hydrated document
 * stays hydrated.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const was: Document & { isHydrated?: boolean } = document
    if (was.isHydrated === true) return true
    if (document.readyState !== 'complete') return false
    const main = document.querySelector('main')
    const isPlain = document.querySelector('script[type=module]') === null
    if (isPlain || main === null) return isPlain
    const isKnown = [main, ...main.querySelectorAll('button, input, select, textarea')].every((part) =>
      Object.keys(part).some((key) => key.startsWith('__react')),
    )
    const live = () => (was.isHydrated = true)
    return (
      isKnown && new Promise((resolve) => requestIdleCallback(() => resolve(live()), { timeout: 10_000 }))
    )
  })
}

/** Opens a page and waits until its live stream is open. */
export async function openWithStream(page: Page, address: string): Promise<void> {
  const hears = page.waitForResponse((answer) => answer.url().includes('/api/live') && answer.ok())
  await page.goto(address)
  await hears
}

type Act = (this: Locator, ...how: unknown[]) => Promise<unknown>
const ACTS =
  'click dblclick tap hover dragTo focus press pressSequentially fill clear check uncheck setChecked selectOption setInputFiles'
const patient = new WeakSet<Page>()
let isPatched = false

/**
 * Makes every action on this page wait until the document is hydrated, also after a link, a form, an email or Back has
 * loaded another one.
 */
export function actWhenHydrated(page: Page): void {
  patient.add(page)
  if (isPatched) return
  isPatched = true
  // This prototype is the only place that all actions pass through.
  const locators: Record<string, Act> = Object.getPrototypeOf(page.locator('html'))
  for (const name of ACTS.split(' ')) {
    const act = locators[name]
    if (act === undefined) throw new Error(`no locator can ${name}`)
    locators[name] = async function (...how) {
      if (patient.has(this.page())) {
        // Waits for the element first: an earlier click may still be loading its document.
        await this.waitFor({ state: 'attached', ...getTimeout(how) })
        await waitForHydration(this.page())
      }
      return act.apply(this, how)
    }
  }
}

/** From now on, actions on this page don't wait for scripts, as people don't. */
export const actImmediately = (page: Page): void => void patient.delete(page)

function getTimeout(how: unknown[]): { timeout?: number } {
  const last = how.at(-1)
  if (typeof last !== 'object' || last === null || !('timeout' in last)) return {}
  return typeof last.timeout === 'number' ? { timeout: last.timeout } : {}
}
