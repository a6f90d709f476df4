import type { Page } from '@playwright/test'
import { expectAccessibleThemes, expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect } from './support/journey'
import { mailTo } from './support/mailbox'
import { test } from './support/member'
import { newPerson } from './support/people'

/** With or without a reason in its second line. */
const toast = (page: Page, words: string) => page.locator('[data-sonner-toast]').filter({ hasText: words })
const sheet = (page: Page) => page.getByRole('region', { name: 'Your open code' })

/** A code of the reader's own, made as they make it. */
async function generate(page: Page, note = ''): Promise<string> {
  await page.getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate a code' })
  await dialog.getByRole('textbox', { name: /Note/ }).fill(note)
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(toast(page, 'Invitation code generated!').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  return (await sheet(page).getByRole('img').getAttribute('aria-label')) ?? ''
}

test('M-06 a shared link lets somebody in, who stands below one, and in the admins’ tree, by itself', async ({
  member,
  enterAs,
  browser,
  faults,
}) => {
  const { page } = member
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dashboard/invitations')
  await expect(page.getByText('No codes yet')).toBeVisible()
  await expect(page.getByText('5 of 5')).toBeVisible()
  const code = await generate(page, 'For the promoter from Malmö')
  await expect(page.getByText('4 of 5')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('For the promoter from Malmö')
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await sheet(page).getByRole('button', { name: 'Share link' }).click()
  await expect(toast(page, 'Link copied to clipboard')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const context = await browser.newContext()
  faults.watch(context)
  const guest = await context.newPage()
  const person = newPerson(`Lea ${Date.now().toString(36)}`)
  await guest.goto(link)
  const form = guest.getByRole('form', { name: 'Sign Up' })
  await expect(form.getByRole('textbox', { name: /code/i })).toHaveValue(code)
  await form.getByLabel('Full name').fill(person.fullName)
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(guest).not.toHaveURL(/\/auth/)
  await context.close()

  await expect(page.getByText('1 joined on your codes.'), 'by itself').toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: person.fullName }).last()).toContainText('joined')
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('used')

  const admin = await enterAs('admin')
  await admin.page.goto('/admin/invitations?tab=tree')
  await admin.page.getByRole('searchbox', { name: 'Find a member' }).fill(person.fullName)
  await admin.page.getByRole('list', { name: 'Found' }).getByRole('button').first().click()
  const found = admin.page.getByRole('treeitem', { name: new RegExp(`^${person.fullName}`) })
  await expect(found).toBeFocused()
  await expect(found).toHaveAttribute('aria-level', '2')
})

test('M-06 five codes and no more; one that is revoked comes back; a mail brings the link', async ({
  member,
}) => {
  const { page } = member
  await page.goto('/dashboard/invitations')
  for (let left = 4; left >= 0; left -= 1) {
    await generate(page)
    await expect(page.getByText(`${left} of 5`)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Generate' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(/^You have no codes left/).first()).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Invitation revoked')).toBeVisible()
  await expect(page.getByText('1 of 5')).toBeVisible()
  const email = newPerson().email
  await page.getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate a code' })
  await dialog.getByRole('textbox', { name: /Mail it to/ }).fill(email)
  await dialog.getByRole('button', { name: 'Generate and mail' }).click()
  await expect(page.getByText(`A mail is on its way to ${email}.`)).toBeVisible()
  await mailTo(page.request, email, /./)
})

test('M-06 what fails says so and keeps what was typed', async ({ member, faults }) => {
  faults.expect(/500/)
  const { page } = member
  await page.goto('/dashboard/invitations')
  await page.route('**/api/rpc/invitations/mine/generate*', (route) =>
    route.fulfill({ status: 500, body: 'broken' }),
  )
  await page.getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate a code' })
  await dialog.getByRole('textbox', { name: /Note/ }).fill('Lea')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(toast(page, 'Failed to generate invitation')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /Note/ })).toHaveValue('Lea')
})

test('M-06 paused is said in words; a customer reads how to become a member', async ({
  member,
  customer,
}) => {
  await withDatabase((sql) =>
    sql('update profiles set invitations_paused_at = now() where id = $1', [member.id]),
  )
  await member.page.goto('/dashboard/invitations')
  await expect(member.page.getByText(/^Your codes are paused/).first()).toBeVisible()
  await customer.page.goto('/dashboard/invitations')
  await expect(customer.page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible()
  await expect(customer.page.getByRole('link', { name: 'Request Invite' })).toBeVisible()
  const sidebar = customer.page.getByRole('navigation', { name: 'Member Dashboard' })
  await expect(sidebar.getByRole('link', { name: 'Invitations' })).toHaveCount(0)
})

test('M-06 axe in both themes, wide and on a phone; nothing moves sideways', async ({ enterAs }) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/invitations')
  await expect(sheet(page)).toBeVisible()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page, `invitations, ${width} px`)
    if (width === 320) continue
    await expectAccessibleThemes(page, `invitations, ${width} px`)
  }
})
