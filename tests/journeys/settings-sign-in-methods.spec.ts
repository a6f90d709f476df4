import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import { check } from './support/accessibility'
import { expect, test } from './support/journey'
import { dialog, open, region } from './support/settings'
import {
  addVirtualAuthenticator,
  becomeAnonymous,
  confirmAddress,
  ENDED,
  signInByForm,
} from './support/sign-in'

test('A-09 a person adds an authenticator app, which the next sign-in requires, and downloads recovery codes', async ({
  customer,
  faults,
}) => {
  faults.expect(ENDED)
  const { page, email } = customer
  await confirmAddress(email)
  // Follows a link of the site, so that Back stays within it.
  await page.goto('/customer/dashboard')
  await page.getByRole('link', { name: 'Settings' }).click()
  const factor = region(page, 'Two-step verification')
  await factor.getByRole('button', { name: 'Set up two-step verification' }).click()
  await page.getByRole('menuitem', { name: 'Authenticator app' }).click()
  await expect(dialog(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await check(page, 'a QR code')
  const secret = (
    await dialog(page)
      .getByText(/^([A-Z2-7]{4} ?)+$/)
      .innerText()
  ).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const getStep = () => Math.floor(Date.now() / 30_000)
  // The server also accepts the codes of the previous and the next time step, but no code twice.
  const step = getStep()
  await dialog(page)
    .getByLabel('Code')
    .fill(totp.generate({ timestamp: step * 30_000 }))

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const shown = await codes.getByRole('listitem').allInnerTexts()
  const [first = ''] = shown
  await check(page, 'recovery codes')
  const downloading = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/recovery codes\.txt$/)
  const written = await readFile(await file.path(), 'utf8')
  expect(written).toContain(`\n\n${shown.join('\n')}\n`)
  expect(written).toMatch(/recovery codes\n\S+@\S+\nCreated on \d{4}-\d\d-\d\d\. Each works once\.\n/)
  // Going back keeps the recovery codes.
  await page.goBack()
  await expect(codes.getByText('Save them first.')).toBeVisible()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expect(page).toHaveURL('/customer/settings')
  await codes.getByText('I have them in a safe place').click()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(factor).toContainText('10 of 10 left')
  await expect(factor.getByRole('button', { name: 'Add another' })).toBeFocused()

  await becomeAnonymous(page)
  await signInByForm(page, customer, '/customer/settings')
  const nextStep = Math.max(step + 1, getStep())
  await page.getByLabel('Code from your app').fill(totp.generate({ timestamp: nextStep * 30_000 }))
  await expect(page).toHaveURL('/customer/settings')

  // New codes replace the old ones.
  await factor.getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  expect(await codes.getByRole('listitem').allInnerTexts()).not.toContain(first)
  await codes.getByText('I have them in a safe place').click()
  await codes.getByRole('button', { name: 'Done' }).click()

  await factor.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(factor.getByRole('button', { name: 'Set up two-step verification' })).toBeFocused()
})

test('A-09 a person adds, renames and removes a passkey @long', async ({ customer: { page, email } }) => {
  await confirmAddress(email)
  await addVirtualAuthenticator(page)
  await open(page, '#passkeys')
  const passkeys = region(page, 'Passkeys')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(/^Passkey added: /)).toBeVisible()
  const naming = page.getByRole('dialog', { name: 'Name this passkey' })
  await expect(naming.getByLabel('Name')).toHaveValue(/ on /)
  await naming.getByLabel('Name').fill('Laptop')
  await naming.getByRole('button', { name: 'Save' }).click()
  await passkeys.getByRole('button', { name: 'Rename Laptop' }).click()
  await dialog(page).getByLabel('Name').fill('Laptop, Berlin')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('Laptop, Berlin')).toBeVisible()
  await check(page, 'a passkey')
  await passkeys.getByRole('button', { name: 'Remove Laptop, Berlin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.getByText('Laptop, Berlin')).toHaveCount(0)
})
