import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { emailTo } from './support/mailbox'
import { expireReauthentication, open, region } from './support/settings'
import { addAuthenticator, addVirtualAuthenticator, codeInEmail, confirmAddress } from './support/sign-in'

/** Removes the password, so that the account can sign in only by a provider or a code. */
async function removePassword(email: string): Promise<void> {
  await confirmAddress(email)
  await withDatabase((ask) => ask('update accounts set password_hash = null where email = $1', [email]))
}
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const CODE = /code/i

test('A-08 a person without a password deletes their account with an emailed code, by keyboard alone @long', async ({
  customer: { page, email },
  faults,
}) => {
  faults.expect(/status of 422/)
  await removePassword(email)
  await open(page, '#delete')
  await region(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const send = dialog.getByRole('button', { name: 'Email me a code' })
  await expect(send).toBeFocused()
  await expect(dialog.getByLabel('Your password')).toHaveCount(0)
  await send.press('Enter')
  await expect(dialog.getByText('Sent. Check your email.')).toBeVisible()
  const digits = dialog.getByLabel('Code')
  await expect(digits).toBeFocused()
  const code = await codeInEmail(page, email, CODE)
  await page.keyboard.type(other(code))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^That isn’t the latest code/)).toBeVisible()
  await expect(digits).toBeFocused()
  await check(page, 'a wrong code before an account is deleted')
  // Typing replaces the selected wrong digits.
  await digits.focus()
  await digits.selectText()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await emailTo(page.request, email, /^Your account is deleted$/)
})

test('A-08 a person whose sign-in is too old confirms their identity with an authenticator app and continues @long', async ({
  customer: { page, email },
  faults,
}) => {
  faults.expect(/status of 403/)
  const authenticator = await addAuthenticator(page.request)
  await addVirtualAuthenticator(page)
  await expireReauthentication(email)
  await open(page, '#passkeys')
  await region(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  const asked = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(asked.getByRole('button', { name: 'Use a code instead' })).toHaveCount(0)
  await asked.getByRole('button', { name: 'Use two-step verification instead' }).click()
  await expect(asked.getByText(/Enter the code from your authenticator/)).toBeVisible()
  await check(page, 'a second factor that is asked for again')
  await asked.getByLabel('Code').fill(authenticator.nextCode())
  await expect(page.getByText(/^Passkey added: /)).toBeVisible()
})
