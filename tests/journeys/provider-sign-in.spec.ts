import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { CLIENT, startIdentityProvider } from './support/identity-provider'
import { expect, test as base } from './support/journey'
import { newPerson, signUp } from './support/people'
import { type Product, startProduct } from './support/product'
import { addAuthenticator, confirmAddress, ENDED, forgetSession } from './support/sign-in'

// A house of its own, which is set up with a provider and with a company's.
const test = base.extend<object, { house: Product & { dataDir: string } }>({
  house: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-providers-'))
      const provider = await startIdentityProvider()
      const { issuer } = provider
      const authFile = join(dataDir, 'auth.json')
      const company = { kind: 'oidc', id: '0198c3c0-0000-7000-8000-00000000c0de', domains: ['label.example'] }
      writeFileSync(
        authFile,
        JSON.stringify({
          oidc: { label: { ...CLIENT, issuer, label: 'Label' } },
          sso: [{ ...company, ...CLIENT, issuer }],
        }),
      )
      const product = await startProduct(dataDir, { TRUST_PROXY: 'true', AUTH_FILE: authFile })
      provider.serve(product.address)
      await use({ ...product, dataDir })
      await product.stop()
      provider.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.address),
})

test('A-08 A-01 a provider opens an account, and the same one again, and leads where one was going', async ({
  page,
  house,
  faults,
}) => {
  faults.expect(ENDED)
  await page.goto('/auth?next=/discover')
  await check(page, 'signing in with everything')
  await page.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Name').fill('noor')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${house.address}/discover`)
  await page.goto('/customer/dashboard')
  await expect(page).toHaveURL(`${house.address}/customer/dashboard`)

  // Known over there: nothing is asked any more.
  await forgetSession(page)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Label' }).click()
  await expect(page).toHaveURL(`${house.address}/customer/dashboard`)
  const accounts = await withDatabase(
    (ask) => ask('select 1 from accounts where email = $1', ['noor@label.example']),
    house.dataDir,
  )
  expect(accounts).toHaveLength(1)
})

test('A-08 whoever turns back over there is told so in our words, and begins anew', async ({ page }) => {
  await page.goto('/auth?next=/discover')
  await page.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Name').fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  await expect(page.getByText('They did not sign you in. Start again, or sign in another way.')).toBeVisible()
  await check(page, 'a way back that failed')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).last().click()
  await expect(page).toHaveURL(/\/auth\?.*next=/)
})

test('A-08 single sign-on goes by the typed address, and one of nobody’s company is said at the field', async ({
  page,
  house,
  faults,
}) => {
  faults.expect(/status of 404/)
  await page.goto('/auth?next=/discover')
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await expect(page.getByText('Enter your email.')).toBeVisible()
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await expect(page.getByText(/No single sign-on is set up for this address/)).toBeVisible()
  await check(page, 'an address of nobody’s company')
  await page.getByLabel('Email').fill('ines@label.example')
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.getByLabel('Name').fill('ines')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${house.address}/discover`)
})

test('A-08 R-02 the second factor comes after a provider, too', async ({ page, context, house }) => {
  const person = { ...newPerson('Yusuf Adler'), email: 'yusuf@label.example' }
  await signUp(context.request, person)
  await confirmAddress(person.email, house.dataDir)
  const authenticator = await addAuthenticator(context.request)
  await context.clearCookies()
  await page.goto('/auth?next=/discover')
  await page.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Name').fill('yusuf')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.getByLabel('Code from your app').fill(authenticator.nextCode())
  await expect(page).toHaveURL(`${house.address}/discover`)
})

test('A-08 a code of somebody else’s way back is of no use here', async ({ page, faults }) => {
  faults.expect(/status of 410/)
  await page.goto('/auth/callback?code=of-somebody-else&next=/discover')
  await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  await expect(page.getByText(/was begun in another browser/)).toBeVisible()
})

test('A-09 an account elsewhere is linked in the settings, opens this one, and is let go of', async ({
  page,
  context,
  house,
  faults,
}) => {
  faults.expect(ENDED)
  const person = newPerson('Ilse Brandt')
  await signUp(context.request, person)
  await confirmAddress(person.email, house.dataDir)
  const linked = page.getByRole('region', { name: 'Linked identities' })
  await page.goto('/customer/settings')
  await linked.getByRole('button', { name: 'Link Label' }).click()
  // Over there they go by another address: only the account here says that both are theirs.
  await page.getByRole('textbox', { name: 'Name' }).fill('ilse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/customer\/settings/)
  await expect(linked).toContainText('ilse@label.example')
  await check(page, 'settings with an account elsewhere')

  await forgetSession(page)
  await page.goto('/auth?next=/customer/settings')
  await page.getByRole('button', { name: 'Label' }).click()
  await expect(page).toHaveURL(`${house.address}/customer/settings`)
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText(person.email)

  await linked.getByRole('button', { name: 'Unlink Label' }).click()
  await page.getByRole('button', { name: 'Unlink', exact: true }).click()
  await expect(page.getByText('Label is no longer linked.')).toBeVisible()
  await expect(linked.getByRole('button', { name: 'Link Label' })).toBeVisible()
})
