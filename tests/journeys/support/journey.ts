import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { actWhenHydrated, waitForHydration } from './ready-page'
import { DEMO_PASSWORD, demoEmail, newPerson, type Person, signIn, signUp } from './people'

type Faults = {
  /** Declares expected console errors: the browser logs each response of 400 and above. */
  expect: (pattern: RegExp) => void
  watch: (context: BrowserContext) => void
}
type SignedIn = { page: Page; context: BrowserContext }
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

type Fixtures = {
  /** Fails the test on any console error, uncaught error or hydration warning in any of its pages. */
  faults: Faults
  /** A new customer in a browser of their own. */
  customer: SignedIn & Person
  /** Opens a browser signed in as a demo person, named by the local part of their email. */
  enterAs: (key: string) => Promise<SignedIn>
}

export const test = base.extend<Fixtures, { sessions: Map<string, StorageState> }>({
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  faults: [
    async ({ browser }, use) => {
      const found: string[] = []
      const expected: RegExp[] = []
      await use({
        expect: (pattern) => void expected.push(pattern),
        watch: (context) => watch(context, found),
      })
      // The next journey shares the browser, and open pages would keep sending requests.
      for (const context of browser.contexts()) await context.close()
      expect(
        found.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
        'errors in the browser',
      ).toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, faults }, use) => {
    faults.watch(context)
    await use(context)
  },

  customer: async ({ browser, faults }, use) => {
    const context = await browser.newContext()
    faults.watch(context)
    const person = newPerson()
    await signUp(context.request, person)
    await use({ ...person, context, page: await context.newPage() })
    await context.close()
  },

  enterAs: async ({ browser, baseURL, faults, sessions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (key) => {
      // Separate sites run on other ports, which cookies do not distinguish.
      const session = `${key} on ${baseURL ?? ''}`
      const storageState = sessions.get(session)
      const context = await browser.newContext(storageState === undefined ? {} : { storageState })
      opened.push(context)
      faults.watch(context)
      if (storageState === undefined) {
        await signIn(context.request, { email: demoEmail(key), password: DEMO_PASSWORD })
        sessions.set(session, await context.storageState())
      }
      return { context, page: await context.newPage() }
    })
    for (const context of opened) await context.close()
  },
})

export { expect }

function patchNavigation(page: Page): void {
  actWhenHydrated(page)
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...how) => {
    const answer = await goto(...how)
    await waitForHydration(page)
    return answer
  }
  page.reload = async (...how) => {
    const answer = await reload(...how)
    if (how[0]?.waitUntil !== 'commit') await waitForHydration(page)
    return answer
  }
}

function watch(context: BrowserContext, found: string[]): void {
  context.on('page', patchNavigation)
  context.on('weberror', (fault) => found.push(`${fault.page()?.url() ?? ''} threw ${String(fault.error())}`))
  context.on('console', (message) => {
    const text = message.text()
    // The frame that shows a stored email blocks all scripts, also Playwright's own, so this error is ignored.
    if (/^Blocked script execution in '[^']*\/dev\/mail\//.test(text)) return
    if (message.type() === 'error' || /hydrat|did not match/i.test(text))
      found.push(`${message.page()?.url() ?? ''} says ${text} (${message.location().url})`)
  })
}
