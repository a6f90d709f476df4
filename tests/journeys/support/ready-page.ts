import type { Locator, Page } from '@playwright/test'

/**
 * What is pressed or typed before the page has come alive is lost, and a machine is sooner than a person. Parts of a page come
 * alive one after another, so each field and button is asked; they are known before what they listen to is, which the
 * browser has done when it has nothing more to do. A document that was alive once stays so.
 */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const was: Document & { isAlive?: boolean } = document
    if (was.isAlive === true) return true
    if (document.readyState !== 'complete') return false
    const main = document.querySelector('main')
    const isPlain = document.querySelector('script[type=module]') === null
    if (isPlain || main === null) return isPlain
    const isKnown = [main, ...main.querySelectorAll('button, input, select, textarea')].every((part) =>
      Object.keys(part).some((key) => key.startsWith('__react')),
    )
    const live = () => (was.isAlive = true)
    return (
      isKnown && new Promise((resolve) => requestIdleCallback(() => resolve(live()), { timeout: 10_000 }))
    )
  })
}

/** Opens a page anew, signed in, until it hears what is done elsewhere: a machine does that before any person could. */
export async function openAndHear(page: Page, address: string): Promise<void> {
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
 * From here on whatever is done to a part of this page waits for the page that the part stands in: also when a link, a form, a
 * mail or the way back has brought another one, of which nobody else is told when it is alive.
 */
export function actWhenAlive(page: Page): void {
  patient.add(page)
  if (isPatched) return
  isPatched = true
  // There is no other place through which all of them go.
  const locators: Record<string, Act> = Object.getPrototypeOf(page.locator('html'))
  for (const name of ACTS.split(' ')) {
    const act = locators[name]
    if (act === undefined) throw new Error(`no locator can ${name}`)
    locators[name] = async function (...how) {
      if (patient.has(this.page())) {
        // The part first: what was pressed before may still be on its way to the page with it.
        await this.waitFor({ state: 'attached', ...limitOf(how) })
        await isAlive(this.page())
      }
      return act.apply(this, how)
    }
  }
}

/** Somebody who does not wait, as people do not. */
export const actAtOnce = (page: Page): void => void patient.delete(page)

function limitOf(how: unknown[]): { timeout?: number } {
  const last = how.at(-1)
  if (typeof last !== 'object' || last === null || !('timeout' in last)) return {}
  return typeof last.timeout === 'number' ? { timeout: last.timeout } : {}
}
