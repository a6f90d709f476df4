import type { Page } from '@playwright/test'
import { expect } from './support/journey'
import { test } from './support/member'
import { newPerson } from './support/people'

const toast = (page: Page, words: string) => page.locator('[data-sonner-toast]').filter({ hasText: words })
const sheet = (page: Page) => page.getByRole('region', { name: 'Your open code' })

async function generate(page: Page, note = ''): Promise<string> {
  await page.getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate a code' })
  await dialog.getByRole('textbox', { name: /Note/ }).fill(note)
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(toast(page, 'Invitation code generated!').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  return (await sheet(page).getByRole('img').getAttribute('aria-label')) ?? ''
}

test('M-06 a shared invite link brings a new member, who appears in the inviter’s tree and in that of the admins', async ({
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

  await expect(page.getByText('1 joined with your codes.'), 'without a reload').toBeVisible()
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
