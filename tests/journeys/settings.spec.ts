import type { Page } from '@playwright/test'
import { check } from './support/accessibility'
import { expect, test } from './support/journey'
import { followEmailLink, emailTo } from './support/mailbox'
import { demoEmail, newPerson, signIn } from './support/people'
import { dialog, open, region } from './support/settings'
import { becomeAnonymous, codeInText, confirmAddress, ENDED, signInByForm } from './support/sign-in'

test('A-08 an email changes once both addresses have confirmed it, and the open page shows each step @long', async ({
  customer,
}) => {
  const { page, context, email } = customer
  await confirmAddress(email)
  const newEmail = `new-${email}`
  await open(page)
  const account = region(page, 'Account')
  await account.getByRole('button', { name: 'Change email' }).click()
  await dialog(page).getByLabel('New email').fill(newEmail)
  await dialog(page).getByRole('button', { name: 'Send link' }).click()
  await expect(account).toContainText(`both emails, there and to ${email}`)
  await check(page, 'a new email that waits for its confirmation')

  const tab = await context.newPage()
  const first = await followEmailLink(tab, email, /about to change/, /Confirm change/)
  await first.getByRole('button', { name: 'Confirm change' }).click()
  await expect(first.getByRole('heading', { name: 'Confirm your other email address too' })).toBeVisible()
  await expect(account).toContainText('The old address has confirmed.')
  const second = await followEmailLink(tab, newEmail, /Verify your new address/, /Verify this address/)
  await second.getByRole('button', { name: 'Confirm change' }).click()
  await expect(second.getByRole('heading', { name: 'Email address changed' })).toBeVisible()
  await expect(account.getByText(newEmail, { exact: true })).toBeVisible()
  await expect(account).not.toContainText('becomes your address')
  // The old address is notified.
  await emailTo(page.request, email, /address/i)
})

test('A-08 a customer changes their name and verifies a phone with the code from a text message @long', async ({
  customer: { page },
  faults,
}) => {
  faults.expect(/status of 422/)
  const number = `+4930${String(Date.now()).slice(-8)}`
  await open(page)
  const account = region(page, 'Account')
  await page.getByRole('button', { name: 'Change name' }).click()
  const { fullName } = newPerson('Ada Nova')
  await dialog(page).getByLabel('Full name').fill(fullName)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(account.getByText(fullName)).toBeVisible()
  await expect(
    page.getByRole('banner').getByRole('link', { name: `Your dashboard, ${fullName}` }),
  ).toBeVisible()

  await account.getByRole('button', { name: 'Add a phone' }).click()
  await dialog(page).getByLabel('Phone number').fill(number.replace('+49', '0049 '))
  await dialog(page).getByRole('button', { name: 'Send code' }).click()
  const field = dialog(page).getByLabel('Code')
  await expect(field).toBeVisible()
  const code = await codeInText(page.request, number)
  await field.fill(code === '000000' ? '000001' : '000000')
  await expect(dialog(page).getByText(/This code is wrong or has expired/)).toBeVisible()
  await check(page, 'a wrong code in settings')
  await field.fill(code)
  await expect(page.getByText('Your phone number is verified.')).toBeVisible()
  // The page shows the number in groups of digits.
  const inGroups = number.slice(1).replaceAll(/(?<=\d)(?=\d)/g, '\\s?')
  await expect(account.getByText(new RegExp(`^\\+${inGroups}$`))).toBeVisible()
  // A new person's email isn't verified either, so only the row of the phone counts.
  const row = account.getByRole('listitem').filter({ has: page.getByText('Phone', { exact: true }) })
  await expect(row.getByRole('button', { name: 'Change phone' })).toBeVisible()
  await expect(row.getByText('not verified')).toHaveCount(0)
})

test('A-08 a new password signs out another browser whose page is open', async ({
  customer,
  browser,
  faults,
}) => {
  faults.expect(ENDED)
  faults.expect(/status of 422/)
  const { page, email, password } = customer
  const elsewhere = await browser.newContext()
  faults.watch(elsewhere)
  await signIn(elsewhere.request, { email, password })
  const other = await elsewhere.newPage()
  await other.goto('/customer/dashboard')
  await expect(other.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()

  await open(page, '#password')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill('not that one')
  await form.getByLabel('New password').fill('three left shoes')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('That isn’t your current password.')).toBeVisible()
  await form.getByLabel('Current password').fill(password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Every other session is signed out.')).toBeVisible()
  await expect(other).toHaveURL(/\/auth\?.*next=%2Fcustomer%2Fdashboard/)
  await elsewhere.close()

  await page.reload()
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await becomeAnonymous(page)
  await signInByForm(page, { email, password: 'three left shoes' }, '/customer/settings')
  await expect(page).toHaveURL('/customer/settings')
})

test('A-08 a session of another browser appears and disappears without a reload, and can be ended @long', async ({
  customer,
  browser,
  faults,
}) => {
  faults.expect(ENDED)
  const { page, email, password } = customer
  await open(page, '#security')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByText('This device')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  const elsewhere = await browser.newContext()
  faults.watch(elsewhere)
  await signIn(elsewhere.request, { email, password })
  const other = await elsewhere.newPage()
  await other.goto('/customer/dashboard')
  await sessions.getByRole('button', { name: /^End session/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toBeFocused()
  await expect(other).toHaveURL(/\/auth\?.*next=%2Fcustomer%2Fdashboard/)

  // A session that signs out disappears without a reload.
  await elsewhere.clearCookies()
  await signIn(elsewhere.request, { email, password })
  await other.goto('/customer/dashboard')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await other.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await elsewhere.close()
})

test('R-06 A-08 customers and members have the same settings apart from payouts, billing details and webhooks, each in their own dashboard @long', async ({
  customer,
  enterAs,
}) => {
  await customer.page.goto('/customer/dashboard')
  await customer.page.getByRole('link', { name: 'Settings' }).click()
  await expect(customer.page).toHaveURL('/customer/settings')
  const sections = async (page: Page) => {
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    await expect(links.last()).toHaveText('Delete account')
    return await links.allInnerTexts()
  }
  const own = await sections(customer.page)

  const { page } = await enterAs('mara')
  await page.goto('/customer/settings#security')
  await expect(page).toHaveURL('/dashboard/settings#security')
  await expect(page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')).toHaveText(
    'Security activity',
  )
  const shared = (await sections(page)).filter(
    (name) => !['Payouts', 'Billing details', 'Webhooks'].includes(name),
  )
  expect(shared).toEqual(own.filter((name) => name !== 'Invitation code'))
  await expect(region(page, 'Account')).toContainText(demoEmail('mara'))
})

test('A-08 R-06 a settings link in an email opens the section it names, even after signing in @long', async ({
  customer: { page, email, password },
}) => {
  await page.goto('/dashboard/settings#mail')
  const own = page.getByRole('navigation', { name: 'Your Account' })
  await expect(own.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const message = region(page, 'Emails and notifications')
  await expect(message.getByRole('switch')).toHaveCount(2)
  await expect(message).toContainText('Always emailed: tickets and receipts, refunds')
  await message.getByRole('switch', { name: 'Waitlists' }).press(' ')
  await expect(message.getByText('Saved. Waitlists: email off.')).toBeVisible()
  await expect(message.getByRole('switch', { name: 'Waitlists' })).not.toBeChecked()

  // Now the same link, but signing in first. Without leaving the page, the browser would only scroll.
  await becomeAnonymous(page)
  await page.goto('/dashboard/settings#mail')
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/settings#mail')
  await expect(own).toBeVisible()
  await expect(message.getByRole('switch', { name: 'Waitlists' })).not.toBeChecked()
  await expect(message.getByRole('switch', { name: 'Ticket transfers' })).toBeChecked()
})

test('A-08 the list of sections follows the scroll position, and each link leads to its section @long', async ({
  enterAs,
}) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/settings')
  const list = page.getByRole('navigation', { name: 'Sections' })
  const current = list.locator('[aria-current="true"]')
  await expect(current).toHaveText('Account')
  await page.mouse.move(800, 500)
  for (let turn = 0; turn < 40 && (await current.innerText()) !== 'Security activity'; turn += 1) {
    await page.mouse.wheel(0, 120)
    await page.waitForTimeout(30)
  }
  await expect(current).toHaveText('Security activity')
  await expect(region(page, 'Security activity')).toBeInViewport()
  await page.mouse.wheel(0, 20_000)
  await expect(current).toHaveText('Delete account')
  // A section that is too short to reach the top becomes current when its link is followed.
  await list.getByRole('link', { name: 'Your data' }).click()
  await expect(current).toHaveText('Your data')
  await list.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(current).toHaveText('Account')
})
