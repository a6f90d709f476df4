import type { Page } from '@playwright/test'
import {
  check,
  expectAccessibleThemes,
  expectNoSidewaysScroll,
  phone,
  smallest,
} from './support/accessibility'
import { expect, test } from './support/journey'
import { followMail, mailTo } from './support/mailbox'
import { demoEmail, newPerson, signIn } from './support/people'
import { dialog, open, region } from './support/settings'
import { becomeNobody, codeInText, confirmAddress, ENDED, signInByHand } from './support/sign-in'

test('A-08 an address changes once both ends have said yes, and the open page hears of each', async ({
  customer,
}) => {
  const { page, context, email } = customer
  await confirmAddress(email)
  const newEmail = `new-${email}`
  await open(page)
  const account = region(page, 'Account')
  await account.getByRole('button', { name: 'Change email' }).click()
  await dialog(page).getByLabel('New email').fill(newEmail)
  await dialog(page).getByRole('button', { name: 'Send the link' }).click()
  await expect(account).toContainText(`both mails, there and to ${email}`)
  await check(page, 'an address that is to come')

  const tab = await context.newPage()
  const first = await followMail(tab, email, /about to change/, /Let it change/)
  await first.getByRole('button', { name: 'Let it change' }).click()
  await expect(first.getByRole('heading', { name: 'One more yes' })).toBeVisible()
  await expect(account).toContainText('The old address has said yes.')
  const second = await followMail(tab, newEmail, /Confirm your new address/, /Confirm this address/)
  await second.getByRole('button', { name: 'Let it change' }).click()
  await expect(second.getByRole('heading', { name: 'Address changed' })).toBeVisible()
  await expect(account.getByText(newEmail, { exact: true })).toBeVisible()
  await expect(account).not.toContainText('becomes your address')
  // Whoever read the old mailbox is told.
  await mailTo(page.request, email, /address/i)
})

test('A-08 a change of address is given up', async ({ customer: { page, email } }) => {
  await confirmAddress(email)
  await open(page)
  const account = region(page, 'Account')
  await account.getByRole('button', { name: 'Change email' }).click()
  await dialog(page).getByLabel('New email').fill(`not-${email}`)
  await page.keyboard.press('Enter')
  await account.getByRole('button', { name: 'Cancel the change of address' }).click()
  await expect(account).not.toContainText(`not-${email}`)
  await expect(account.getByRole('button', { name: 'Change email' })).toBeFocused()
  await expect(account.getByText(email, { exact: true })).toBeVisible()
})

test('A-04 A-08 an address that is confirmed in another tab is so here too, without a reload', async ({
  customer: { page, context, email },
}) => {
  await open(page)
  const account = region(page, 'Account')
  await expect(account.getByText('not confirmed')).toBeVisible()
  const tab = await followMail(await context.newPage(), email, /Confirm your address/, /Confirm my address/)
  await expect(tab.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await expect(account.getByText('not confirmed')).toHaveCount(0)
  await expect(page.getByText('Please check your email for verification.')).toHaveCount(0)
})

test('A-08 a phone is confirmed by the code that it is texted', async ({ customer: { page }, faults }) => {
  faults.expect(/status of 422/)
  const number = `+4930${String(Date.now()).slice(-8)}`
  await open(page)
  const account = region(page, 'Account')
  await account.getByRole('button', { name: 'Add a phone' }).click()
  await dialog(page).getByLabel('Phone number').fill(number.replace('+49', '0049 '))
  await dialog(page).getByRole('button', { name: 'Send the code' }).click()
  const field = dialog(page).getByLabel('Code')
  await expect(field).toBeVisible()
  const code = await codeInText(page.request, number)
  await field.fill(code === '000000' ? '000001' : '000000')
  await expect(dialog(page).getByText(/This code is wrong or has expired/)).toBeVisible()
  await check(page, 'a wrong code in settings')
  await field.fill(code)
  await expect(page.getByText('Your phone is confirmed.')).toBeVisible()
  // It is read in groups.
  const inGroups = number.slice(1).replaceAll(/(?<=\d)(?=\d)/g, '\\s?')
  await expect(account.getByText(new RegExp(`^\\+${inGroups}$`))).toBeVisible()
  // The address of somebody new is not confirmed: what the row of the phone says is meant.
  const row = account.getByRole('listitem').filter({ has: page.getByText('Phone', { exact: true }) })
  await expect(row.getByRole('button', { name: 'Change phone' })).toBeVisible()
  await expect(row.getByText('not confirmed')).toHaveCount(0)
})

test('A-08 a new password signs out the other browser while its page stands open', async ({
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
  await expect(form.getByText('That is not your current password.')).toBeVisible()
  await form.getByLabel('Current password').fill(password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Every other session is signed out.')).toBeVisible()
  await expect(other).toHaveURL(/\/auth\?.*next=%2Fcustomer%2Fdashboard/)
  await elsewhere.close()

  await page.reload()
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await becomeNobody(page)
  await signInByHand(page, { email, password: 'three left shoes' }, '/customer/settings')
  await expect(page).toHaveURL('/customer/settings')
})

test('A-08 sessions: another one appears and goes by itself, or is signed out from here', async ({
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

  // One that goes by itself is gone here too, without a reload.
  await elsewhere.clearCookies()
  await signIn(elsewhere.request, { email, password })
  await other.goto('/customer/dashboard')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await other.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await elsewhere.close()
})

test('R-06 A-08 customers and members have the same settings, each in their own place', async ({
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
  expect(await sections(page)).toEqual(own.filter((name) => name !== 'Invitation code'))
  await expect(region(page, 'Account')).toContainText(demoEmail('mara'))
})

test('A-08 settings are accessible on a phone, signed in as somebody new', async ({ customer: { page } }) => {
  await page.setViewportSize(phone)
  await open(page, '#delete')
  await expectAccessibleThemes(page, 'settings on a phone')
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, 'settings at 320 px')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Settings' })).toHaveAttribute(
    'href',
    '/customer/settings',
  )
})

test('A-08 the name of a customer is theirs to change', async ({ customer: { page } }) => {
  await open(page)
  await page.getByRole('button', { name: 'Change name' }).click()
  const { fullName } = newPerson('Ada Nova')
  await dialog(page).getByLabel('Full name').fill(fullName)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(region(page, 'Account').getByText(fullName)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: `Your place, ${fullName}` })).toBeVisible()
})

test('A-08 R-06 a link of a mail lands on a customer’s own settings, at the place it names, and they choose there', async ({
  customer: { page, email, password },
}) => {
  await page.goto('/dashboard/settings#mail')
  const own = page.getByRole('navigation', { name: 'Your Account' })
  await expect(own.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const mail = region(page, 'Mail and notices')
  await expect(mail.getByRole('switch')).toHaveCount(2)
  await expect(mail).toContainText('Always mailed: tickets and receipts, refunds')
  await mail.getByRole('switch', { name: 'Waitlists' }).press(' ')
  await expect(mail.getByText('Saved. Waitlists: no mail.')).toBeVisible()
  await expect(mail.getByRole('switch', { name: 'Waitlists' })).not.toBeChecked()

  // The same for whoever has to sign in first. The address is another in between: to the same one a browser only scrolls.
  await becomeNobody(page)
  await page.goto('/dashboard/settings#mail')
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/settings#mail')
  await expect(own).toBeVisible()
  await expect(mail.getByRole('switch', { name: 'Waitlists' })).not.toBeChecked()
  await expect(mail.getByRole('switch', { name: 'Tickets you pass on' })).toBeChecked()
})

test('A-08 the list of sections follows who scrolls, and leads back to where they were', async ({
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
  // One that is too short to be scrolled up stays the current one where it was asked for.
  await list.getByRole('link', { name: 'Your data' }).click()
  await expect(current).toHaveText('Your data')
  await list.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(current).toHaveText('Account')
  await expectAccessibleThemes(page, 'the settings of a member')
})

for (const [title, written, landed] of [
  ['arrives where they were going', undefined, '/customer/settings#security'],
  ['is led nowhere else by a link that was written over', '//elsewhere.example/', '/customer/dashboard'],
] as const) {
  test(`A-01 who forgot their password ${title}`, async ({ customer: { page, email } }) => {
    await becomeNobody(page)
    await page.goto(`/auth?next=${encodeURIComponent('/customer/settings#security')}`)
    await page.getByRole('link', { name: 'Forgotten?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send a link' }).click()
    await expect(page.getByRole('heading', { name: 'Look in your mail' })).toBeVisible()
    const setting = await followMail(page, email, /Set a new password/, /Set a new password/)
    const address = new URL(setting.url())
    if (written !== undefined) {
      address.searchParams.set('next', written)
      await setting.goto(address.href)
    }
    await setting.getByLabel('New password').fill('three left shoes')
    await setting.getByLabel('Once more').fill('three left shoes')
    await setting.getByRole('button', { name: 'Set password' }).click()
    await expect(setting).toHaveURL(landed)
  })
}
