import { check, desk, smallest } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect } from './support/journey'
import { mailTo } from './support/mailbox'
import { test } from './support/member'
import { letProofAge, open, region } from './support/settings'
import { addAuthenticator, addVirtualAuthenticator, codeInMail, confirmAddress } from './support/sign-in'

/** As whoever came by a provider or a code, and never set one. */
async function forgetPassword(email: string): Promise<void> {
  await confirmAddress(email)
  await withDatabase((ask) => ask('update accounts set password_hash = null where email = $1', [email]))
}
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const CODE = /code/i

test('A-08 whoever has no password deletes their account by a mailed code, with the keyboard alone', async ({
  customer: { page, email },
  faults,
}) => {
  faults.expect(/status of 422/)
  await forgetPassword(email)
  await open(page, '#delete')
  await region(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const send = dialog.getByRole('button', { name: 'Mail me a code' })
  await expect(send).toBeFocused()
  await expect(dialog.getByLabel('Your password')).toHaveCount(0)
  await send.press('Enter')
  await expect(dialog.getByText('Sent. Look into your mail.')).toBeVisible()
  const digits = dialog.getByLabel('Code')
  await expect(digits).toBeFocused()
  const code = await codeInMail(page, email, CODE)
  await page.keyboard.type(other(code))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^These are not the digits that were sent last/)).toBeVisible()
  await expect(digits).toBeFocused()
  await check(page, 'a wrong code before an account is deleted')
  // The wrong ones are selected: the right ones take their place.
  await digits.focus()
  await digits.selectText()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Your account is deleted. Thank you for the nights.')).toBeVisible()
  await mailTo(page.request, email, /^Your account is deleted$/)
})

test('R-07 A-08 whoever has no password cancels a night by a mailed code; what was written stays meanwhile', async ({
  member: { page, id, email },
  faults,
}) => {
  faults.expect(/status of 422/)
  await forgetPassword(email)
  const [night] = await withDatabase((ask) =>
    ask<{ id: string }>(
      `insert into events (title, description, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
       values ('Dry Plaster', 'One room.', 'club_night', now() + interval '21 days', now() + interval '21 days 6 hours',
         'Europe/London', 'Carriage Works', 'Leeds', 'published', $1) returning id`,
      [id],
    ),
  )
  await page.goto(`/dashboard/events/${night?.id}/edit`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancel the night' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const why = dialog.getByLabel('What happened')
  await why.fill('The landlord sold the building.')
  await dialog.getByRole('button', { name: 'Mail me a code' }).click()
  await expect(dialog.getByText('Sent. Look into your mail.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel the night' }).click()
  await expect(dialog.getByText('Enter the six digits.')).toBeVisible()
  const code = await codeInMail(page, email, CODE)
  const digits = dialog.getByLabel('Code')
  await digits.fill(other(code))
  await digits.press('Enter')
  await expect(dialog.getByText(/^These are not the digits that were sent last/)).toBeVisible()
  await expect(why).toHaveValue('The landlord sold the building.')
  await check(page, 'a wrong code before a night is cancelled')
  await page.setViewportSize(smallest)
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.setViewportSize(desk)
  await digits.fill(code)
  await dialog.getByRole('button', { name: 'Cancel the night' }).click()
  await expect(page.getByText('Night cancelled.')).toBeVisible()
})

test('A-08 a browser that was left open is shown the second factor, and goes on', async ({
  customer: { page, email },
  faults,
}) => {
  faults.expect(/status of 403/)
  const authenticator = await addAuthenticator(page.request)
  await addVirtualAuthenticator(page)
  await letProofAge(email)
  await open(page, '#passkeys')
  await region(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  const asked = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(asked.getByRole('button', { name: 'Use a code instead' })).toHaveCount(0)
  await asked.getByRole('button', { name: 'Use two-step verification instead' }).click()
  await expect(asked.getByText(/Type what your authenticator shows/)).toBeVisible()
  await check(page, 'a second factor that is asked for again')
  await asked.getByLabel('Code').fill(authenticator.nextCode())
  await expect(page.getByText(/^Passkey added: /)).toBeVisible()
})
