import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from './journey'
import { type Product, startProduct } from './product'

/** `dataDir` is for changes that need direct access to the database, see database.ts. */
export type Site = Product & { dataDir: string }

interface Preparation {
  settings: Record<string, string>
  /** Runs once the address of the site is known. */
  afterStart?: (site: Site) => Promise<void>
  stop?: () => void
}

/**
 * Runs the calling file on a separate product, because its changes and counts would affect other journeys. Its tests
 * run in one worker, which starts the product once.
 */
export function testOnOwnSite(prepare?: (dataDir: string) => Promise<Preparation>) {
  let own: (Site & { preparation: Preparation }) | undefined
  const test = base.extend<{ site: Site }>({
    site: async ({}, use) => {
      if (own === undefined) throw new Error('the site has not started')
      await use(own)
    },
    // Playwright also reads this value before the site starts.
    baseURL: async ({ baseURL }, use) => use(own?.address ?? baseURL),
  })
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-site-'))
    const preparation = (await prepare?.(dataDir)) ?? { settings: {} }
    const product = await startProduct(dataDir, { TRUST_PROXY: 'true', ...preparation.settings })
    own = { ...product, dataDir, preparation }
    await preparation.afterStart?.(own)
  })
  test.afterAll(async () => {
    if (own === undefined) return
    await own.stop()
    own.preparation.stop?.()
    rmSync(own.dataDir, { recursive: true, force: true })
  })
  return test
}

export { expect }
