import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { CLIENT, startIdentityProvider } from './support/identity-provider'
import { expect, testOnOwnSite } from './support/own-site'
import { newPerson, signUp } from './support/people'
import { startSamlProvider } from './support/saml-provider'
import { addAuthenticator, confirmAddress, ENDED, clearSession } from './support/sign-in'

// A separate site with an OpenID provider, which is also the identity provider of label.example; venue.example signs in
// by SAML.
const test = testOnOwnSite(async (dataDir) => {
  const [provider, saml] = [await startIdentityProvider(), await startSamlProvider()]
  const { issuer } = provider
  const { entityId, signInUrl, certificates } = saml
  const authFile = join(dataDir, 'auth.json')
  writeFileSync(
    authFile,
    JSON.stringify({
      oidc: { label: { ...CLIENT, issuer, label: 'Label' } },
      sso: [
        {
          kind: 'oidc',
          id: '0198c3c0-0000-7000-8000-00000000c0de',
          domains: ['label.example'],
          ...CLIENT,
          issuer,
        },
        {
          kind: 'saml',
          id: '0198c3c0-0000-7000-8000-00000000c0df',
          domains: ['venue.example'],
          entityId,
          signInUrl,
          certificates,
        },
      ],
    }),
  )
  return {
    settings: { AUTH_FILE: authFile },
    afterStart: async ({ address }) => {
      provider.serve(address)
      saml.meet(await (await fetch(`${address}/auth/v1/sso/saml/metadata`)).text())
    },
    stop: () => {
      provider.stop()
      saml.stop()
    },
  }
})

test('A-08 A-01 a provider creates an account, signs in to the same one again, and leads to the previous page', async ({
  page,
  site,
  faults,
}) => {
  faults.expect(ENDED)
  await page.goto('/auth?next=/discover')
  await check(page, 'signing in with everything')
  await page.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Name').fill('noor')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${site.address}/discover`)
  await page.goto('/customer/dashboard')
  await expect(page).toHaveURL(`${site.address}/customer/dashboard`)

  // The provider still has a session, so it signs in without asking.
  await clearSession(page)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Label' }).click()
  await expect(page).toHaveURL(`${site.address}/customer/dashboard`)
  const accounts = await withDatabase(
    (ask) => ask('select 1 from accounts where email = $1', ['noor@label.example']),
    site.dataDir,
  )
  expect(accounts).toHaveLength(1)
})

test('A-08 single sign-on is found by the typed email, and an unknown domain shows an error at the field @long', async ({
  page,
  site,
  faults,
}) => {
  faults.expect(/status of 404/)
  await page.goto('/auth?next=/discover')
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await expect(page.getByText('Enter your email.')).toBeVisible()
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await expect(page.getByText(/Single sign-on is not set up for this address/)).toBeVisible()
  await check(page, 'an email without single sign-on')
  await page.getByLabel('Email').fill('ines@label.example')
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.getByLabel('Name').fill('ines')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${site.address}/discover`)
})

test('A-08 R-02 signing in with a provider still requires two-step verification @long', async ({
  page,
  context,
  site,
}) => {
  const person = { ...newPerson('Yusuf Adler'), email: 'yusuf@label.example' }
  await signUp(context.request, person)
  await confirmAddress(person.email, site.dataDir)
  const authenticator = await addAuthenticator(context.request)
  await context.clearCookies()
  await page.goto('/auth?next=/discover')
  await page.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Name').fill('yusuf')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.getByLabel('Code from your app').fill(authenticator.nextCode())
  await expect(page).toHaveURL(`${site.address}/discover`)
})

test('A-08 a sign-in code that was issued to another browser is refused @long', async ({ page, faults }) => {
  faults.expect(/status of 410/)
  await page.goto('/auth/callback?code=of-somebody-else&next=/discover')
  await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  await expect(page.getByText(/you started in another browser/)).toBeVisible()
})

test('A-09 a person links an identity in the settings, signs in with it, and unlinks it @long', async ({
  page,
  context,
  site,
  faults,
}) => {
  faults.expect(ENDED)
  const person = newPerson('Ilse Brandt')
  await signUp(context.request, person)
  await confirmAddress(person.email, site.dataDir)
  const linked = page.getByRole('region', { name: 'Linked accounts' })
  await page.goto('/customer/settings')
  await linked.getByRole('button', { name: 'Link Label' }).click()
  // The provider has a different email, so only the linked identity connects the two.
  await page.getByRole('textbox', { name: 'Name' }).fill('ilse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/customer\/settings/)
  await expect(linked).toContainText('ilse@label.example')
  await check(page, 'settings with a linked identity')

  await clearSession(page)
  await page.goto('/auth?next=/customer/settings')
  await page.getByRole('button', { name: 'Label' }).click()
  await expect(page).toHaveURL(`${site.address}/customer/settings`)
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText(person.email)

  await linked.getByRole('button', { name: 'Unlink Label' }).click()
  await page.getByRole('button', { name: 'Unlink', exact: true }).click()
  await expect(page.getByText('Label is no longer linked.')).toBeVisible()
  await expect(linked.getByRole('button', { name: 'Link Label' })).toBeVisible()
})

/** Goes from our page to the identity provider and enters a name there. */
async function goByCompany(page: Page, { typed, as }: { typed: string; as: string }): Promise<void> {
  await page.goto('/auth?next=/discover')
  await page.getByLabel('Email').fill(typed)
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.getByLabel('Name').fill(as)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('A-08 A-09 SAML is found by the typed domain, creates an account, and signs in to the same one again @long', async ({
  page,
  site,
  faults,
}) => {
  faults.expect(ENDED)
  await goByCompany(page, { typed: 'Noor@Venue.example', as: 'noor' })
  await expect(page).toHaveURL(`${site.address}/discover`)
  await page.goto('/customer/settings')
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText('noor@venue.example')
  await expect(page.getByRole('region', { name: 'Linked accounts' })).toContainText('venue.example')

  await clearSession(page)
  await goByCompany(page, { typed: 'noor@venue.example', as: 'noor' })
  await expect(page).toHaveURL(`${site.address}/discover`)
  const accounts = await withDatabase(
    (ask) => ask('select 1 from accounts where email = $1', ['noor@venue.example']),
    site.dataDir,
  )
  expect(accounts).toHaveLength(1)
})

test('A-08 a person whom the SAML identity provider refuses sees why, and tries again @long', async ({
  page,
  site,
}) => {
  await goByCompany(page, { typed: 'ines@venue.example', as: 'nobody' })
  await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/^The provider didn’t sign you in/)).toBeVisible()
  await check(page, 'a refused sign-in')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('b2b_session')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).last().click()
  await page.getByLabel('Email').fill('ines@venue.example')
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.getByLabel('Name').fill('ines-again')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${site.address}/discover`)
})
