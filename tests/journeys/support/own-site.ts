import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from './journey'
import { type Product, startProduct } from './product'

/** `dataDir`: for what only its database can bring about, see database.ts. */
export type House = Product & { dataDir: string }

/**
 * A product of its own for the file that calls this: what is changed or counted there would be felt in every other
 * journey. A function, because files with the same fixture may be given the same house.
 */
export function testInOwnHouse() {
  return base.extend<object, { house: House }>({
    house: [
      async ({}, use) => {
        const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-house-'))
        const product = await startProduct(dataDir, { TRUST_PROXY: 'true' })
        await use({ ...product, dataDir })
        await product.stop()
        rmSync(dataDir, { recursive: true, force: true })
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ house }, use) => use(house.address),
  })
}

export { expect }
