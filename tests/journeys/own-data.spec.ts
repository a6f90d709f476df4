import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility'
import { followEmailLink, emailTo } from './support/mailbox'
import { expect, test } from './support/journey'
import { confirmAddress } from './support/sign-in'

test('A-08 a customer exports their data, and the email leads to one file with account and profile @long', async ({
  customer,
}) => {
  const { page, email, fullName } = customer
  await confirmAddress(email)
  await page.goto('/customer/settings#data')
  const data = page.getByRole('region', { name: 'Your data' })
  await expect(data).toContainText(`Takes about a minute. We’ll email the link to ${email}.`)
  await data.getByRole('button', { name: 'Export my data' }).click()
  // The open page shows the finished file without a reload.
  const link = data.getByRole('link', { name: 'Download my data' })
  await expect(link).toBeVisible({ timeout: 20_000 })
  await expect(link).toBeFocused()
  await expect(data).toContainText(/of JSON, available until \w{3} \d+ \w{3} \d{4}\./)
  await expect(data).toContainText('You can request a new one on')

  const opened = await followEmailLink(page, email, /^Your data is ready$/, /Download your data/)
  await opened.waitForURL('**/settings#data')
  const downloading = opened.waitForEvent('download')
  await opened.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^back-to-back-\d{4}-\d\d-\d\d\.json$/)
  const archive = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(archive).toMatchObject({
    format: 'back-to-back/person',
    parts: { account: [{ email }], profile: [{ fullName }] },
  })
})

test('A-08 a customer deletes their account and is signed out everywhere immediately', async ({
  browser,
  customer,
  faults,
}) => {
  const { page, email, password } = customer
  await confirmAddress(email)
  // Wrong passwords cause console errors too.
  faults.expect(/status of 4(01|22)/)
  const other = await browser.newContext({ storageState: await page.context().storageState() })
  faults.watch(other)
  const elsewhere = await other.newPage()
  await elsewhere.goto('/customer/dashboard')
  await page.goto('/customer/settings#delete')
  const leave = page.getByRole('region', { name: 'Delete account' })
  await expect(leave.getByRole('region', { name: 'Deleted' })).toContainText(
    'Your profile, picture and settings',
  )
  await leave.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectAccessible(page, 'deleting an account')
  await dialog.getByLabel('Your password').fill('not this one')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog).toContainText('That password is incorrect.')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()

  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await page.goto('/customer/settings')
  await page.waitForURL('**/auth?**')
  // The server ended the stream of the other browser, so its page hides the account.
  await elsewhere.waitForURL('**/auth?**')
  await expect(elsewhere.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await other.close()
  await emailTo(page.request, email, /^Your account is deleted$/)
})
