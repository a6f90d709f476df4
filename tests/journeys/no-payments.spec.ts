import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPerson } from './support/people'
import { expect, test } from './support/journey'
import { type Product, startProduct } from './support/product'
import { checkoutButton, choose, findEvent, paidHeading } from './support/tickets'

let product: Product
let dataDir = ''
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-no-payments-'))
  product = await startProduct(dataDir, { PAYMENTS: 'none' })
})
test.afterAll(async () => {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('T-05 without a payment provider checkout says that it is coming; free tickets are yours all the same', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 409/)
  const answer = await page
    .context()
    .request.post(`${product.address}/api/v1/auth/sign-up`, { data: newPerson() })
  expect(answer.status()).toBe(200)
  const paid = await findEvent(page.request, 'Signal Box', product.address)
  await page.goto(`${product.address}/events/${paid.id}`)
  await choose(page, 'Early Bird', 1)
  await checkoutButton(page).click()
  await expect(page.getByText('Checkout coming soon!', { exact: true })).toBeVisible()
  const free = await findEvent(page.request, 'Office Hours', product.address)
  await page.goto(`${product.address}/events/${free.id}`)
  await choose(page, 'Free Entry', 1)
  await checkoutButton(page).click()
  await expect(paidHeading(page)).toBeVisible()
})
