import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { expect, test } from './support/journey'
import { newPerson } from './support/people'
import { type Product, startProduct } from './support/product'

// A site without accounts.
let product: Product
let dataDir = ''
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-first-run-'))
  product = await startProduct(dataDir, { SEED: 'none', LOG_LEVEL: 'info' })
})
test.afterAll(async () => {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const setupFile = () => join(dataDir, 'setup-link')
const setupAddress = () => (existsSync(setupFile()) ? readFileSync(setupFile(), 'utf8').trim() : '')

test('AD-01 the link in the setup file creates the first admin, once', async ({ page, browser, faults }) => {
  // The product is ready a moment before it prints the path of the file.
  await expect.poll(product.printed).toContain(`The link to create one is in ${setupFile()}`)
  expect(statSync(setupFile()).mode & 0o777, 'only the owner can read the file').toBe(0o600)
  await expect.poll(setupAddress).toMatch(/^http:\/\/localhost:\d+\/setup\?token=[\w-]{43}$/)
  const answer = await page.goto(`${setupAddress()}x`)
  expect(await answer?.text()).toContain('<meta name="referrer" content="no-referrer"')
  await expect(page.getByRole('heading', { name: 'Wrong address' })).toBeVisible()

  const elsewhere = await browser.newContext()
  faults.watch(elsewhere)
  faults.expect(/status of 410/)
  const late = await elsewhere.newPage()
  await late.goto(setupAddress())

  await page.goto(setupAddress())
  await expectAccessible(page, 'the first admin')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'the first admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  const person = newPerson('Ines Calder')
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Become the admin' }).click()
  await expect(page.getByText('You are now the admin of this site.')).toBeVisible()
  // Outside the demo, admins must turn on two-step verification before they can open the panel.
  await expect(page).toHaveURL(`${product.address}/two-step-needed`)
  await expect(page.getByRole('heading', { name: 'Turn on two-step verification' })).toBeVisible()
  await expectAccessible(page, 'two-step verification needed')
  await page.goto(`${product.address}/admin/users`)
  await expect(page).toHaveURL(`${product.address}/two-step-needed`)
  await page.getByRole('link', { name: 'Open settings' }).click()
  await expect(page).toHaveURL(`${product.address}/dashboard/settings#factor`)
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeInViewport()

  // A second visitor with the open form is too late.
  const other = newPerson()
  await late.getByLabel('Full name').fill(other.fullName)
  await late.getByLabel('Email').fill(other.email)
  await late.getByLabel('Password', { exact: true }).fill(other.password)
  await late.getByRole('button', { name: 'Become the admin' }).click()
  await expect(late.getByRole('heading', { name: 'Already set up' })).toBeVisible()
  await late.getByRole('link', { name: 'Sign In' }).click()
  await expect(late).toHaveURL(/\/auth\?tab=sign-in/)
  await elsewhere.close()

  await page.goto(setupAddress())
  await expect(page.getByRole('heading', { name: 'Already set up' })).toBeVisible()
  const token = new URL(setupAddress()).searchParams.get('token') ?? ''
  expect(token).not.toBe('')
  expect(product.printed(), 'the token is not in the output').not.toContain(token)
})
