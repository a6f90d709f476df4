import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { expect, test as base } from './support/journey'
import { newPerson, signUp } from './support/people'
import { type Product, startProduct } from './support/product'
import { startSamlProvider } from './support/saml-provider'
import { addAuthenticator, confirmAddress, ENDED, forgetSession } from './support/sign-in'

// A house of its own, one of whose companies speaks SAML.
const test = base.extend<object, { house: Product & { dataDir: string } }>({
  house: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-saml-'))
      const { meet, stop, ...company } = await startSamlProvider()
      const id = '0198c3c0-0000-7000-8000-00000000c0de'
      const sso = [{ kind: 'saml', id, domains: ['venue.example'], ...company }]
      const authFile = join(dataDir, 'auth.json')
      writeFileSync(authFile, JSON.stringify({ sso }))
      const product = await startProduct(dataDir, { TRUST_PROXY: 'true', AUTH_FILE: authFile })
      meet(await (await fetch(`${product.address}/auth/v1/sso/saml/metadata`)).text())
      await use({ ...product, dataDir })
      await product.stop()
      stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.address),
})

/** From our page to the company's, where somebody says who they are. */
async function goByCompany(page: Page, { typed, as }: { typed: string; as: string }): Promise<void> {
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').fill(typed)
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.getByLabel('Name').fill(as)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('A-08 A-09 SAML by the typed domain: to the company and back by its form, a new account, and the same one again', async ({
  page,
  house,
  faults,
}) => {
  faults.expect(ENDED)
  await goByCompany(page, { typed: 'Noor@Venue.example', as: 'noor' })
  await expect(page).toHaveURL(`${house.address}/discover`)
  await page.goto('/customer/settings')
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText('noor@venue.example')
  await expect(page.getByRole('region', { name: 'Linked identities' })).toContainText('venue.example')

  await forgetSession(page)
  await goByCompany(page, { typed: 'noor@venue.example', as: 'noor' })
  await expect(page).toHaveURL(`${house.address}/discover`)
  const accounts = await withDatabase(
    (ask) => ask('select 1 from accounts where email = $1', ['noor@venue.example']),
    house.dataDir,
  )
  expect(accounts).toHaveLength(1)
})

for (const { title, as, words } of [
  { title: 'turns back at the company', as: 'nobody', words: /^They did not sign you in/ },
  {
    title: 'is vouched for at an address of others',
    as: 'mara@backtoback.example',
    words: /^They vouched for an address that is none of theirs/,
  },
  {
    title: 'brings an answer that somebody else signed',
    as: 'forged',
    words: /^They could not confirm who you are/,
  },
])
  test(`A-08 SAML: whoever ${title} is not signed in, is told why, and goes on to where they were going`, async ({
    page,
    house,
  }) => {
    await goByCompany(page, { typed: 'ines@venue.example', as })
    await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
    await expect(page.getByRole('main').getByText(words)).toBeVisible()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('b2b_session')
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).last().click()
    await page.getByLabel('Email').fill('ines@venue.example')
    await page.getByRole('button', { name: 'Use single sign-on' }).click()
    await page.getByLabel('Name').fill(`ines-${as.slice(0, 4)}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`${house.address}/discover`)
  })

test('A-08 R-02 SAML is one factor: whoever has a second is asked for it, on the account that they had', async ({
  page,
  context,
  house,
}) => {
  const person = { ...newPerson('Yusuf Adler'), email: 'yusuf@venue.example' }
  await signUp(context.request, person)
  await confirmAddress(person.email, house.dataDir)
  const authenticator = await addAuthenticator(context.request)
  await context.clearCookies()
  await goByCompany(page, { typed: person.email, as: 'yusuf' })
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.getByLabel('Code from your app').fill(authenticator.nextCode())
  await expect(page).toHaveURL(`${house.address}/discover`)
})
