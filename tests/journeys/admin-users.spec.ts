import type { Locator } from '@playwright/test'
import { tabTo } from './support/keyboard'
import { chooseForUser, expect, openUserRow, makePeople, test } from './support/admin-panel'
import { signIn } from './support/people'
import { toast } from './support/chat'

const newMark = () => `m${process.pid.toString(36)}${Date.now().toString(36)}`

test('AD-01 AD-02 the panel remembers its sidebar, which is a drawer on a phone @long', async ({
  enterPanel,
}) => {
  const { page, context } = await enterPanel('Vera Stolz')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/users')
  const side = page.getByRole('navigation', { name: 'Admin Panel' })
  // Measures in rem, because the sidebar gets wider with a larger text size.
  const widthOf = (part: Locator) =>
    part.evaluate(
      (element) =>
        element.getBoundingClientRect().width /
        Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    )
  const width = () => widthOf(side)
  expect(await width()).toBe(16)
  await expect(side.getByRole('link')).toHaveText([
    'Dashboard',
    'Users',
    'Invitations',
    'Bookings',
    'Payments',
    'Security',
    'Settings',
    'Back to Site',
  ])
  await expect(side.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(3)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('icon')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  await page.reload()
  expect(await width(), 'the server renders the collapsed sidebar').toBe(3)
  await page.keyboard.press('Meta+b')
  await expect.poll(width).toBe(16)

  await page.setViewportSize({ width: 767, height: 900 })
  await expect(side).toBeHidden()
  await page.keyboard.press('Control+b')
  const drawer = page.getByRole('dialog', { name: 'Admin Panel' })
  await expect(drawer).toBeVisible()
  await expect.poll(() => widthOf(drawer)).toBe(18)
  await drawer.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(drawer).toBeHidden()
})

test('AD-05 search, order and page of the users stay in the address over reload, back and sharing; the list can be exported @long', async ({
  enterPanel,
}) => {
  const { page, context } = await enterPanel('Vera Stolz')
  const mark = newMark()
  await makePeople(30, mark)
  await page.goto('/admin/users')
  const rows = page.locator('[data-row]')
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill('DJ Kestrel')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Kit Marlowe')
  await search.fill('')
  await search.pressSequentially(mark)
  await expect(rows).toHaveCount(25)
  await expect(search).toBeFocused()
  await expect(page).toHaveURL(`/admin/users?q=${mark}`)
  await expect(rows.first()).toContainText('Person 01')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(5)
  await expect(page.getByText('26–30 of 30')).toBeVisible()
  const shared = page.url()
  await page.reload()
  await expect(rows.first()).toContainText('Person 26')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(rows.first()).toContainText('Person 01')
  await page.goBack()
  await expect(rows.first()).toContainText('Person 26')
  const other = await context.newPage()
  await other.goto(shared)
  await expect(other.locator('[data-row]').first()).toContainText('Person 26')
  await expect(other.getByRole('searchbox')).toHaveValue(mark)
  await other.close()

  await page.getByRole('button', { name: 'User', exact: true }).click()
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText('Person 30')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Export/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^users.*\.csv$/)
})

test('AD-06 AD-07 an admin assigns a role and verifies a user, a second admin sees it, and Undo reverts it', async ({
  enterPanel,
  enter,
}) => {
  const [vera, otto] = [await enterPanel('Vera Stolz'), await enterPanel('Otto Brandt')]
  const { page } = vera
  const bo = await enter('Bo Lindqvist')
  const [row, seen] = [await openUserRow(page, bo), await openUserRow(otto.page, bo)]
  await chooseForUser(page, 'Bo Lindqvist', 'Assign moderator')
  await expect(toast(page, 'Assigned moderator role')).toBeVisible()
  await expect(row.getByText('moderator', { exact: true })).toBeVisible()
  await expect(seen.getByText('moderator', { exact: true }), 'without a reload').toBeVisible()
  await signIn(bo.context.request, bo) // A new role ended the person's sessions.
  expect((await bo.context.request.get('/dashboard/moderation')).status()).toBe(200)
  await chooseForUser(page, 'Bo Lindqvist', 'Remove moderator')
  await expect(toast(page, 'Removed moderator role')).toBeVisible()
  await expect(row.getByText('moderator', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('moderator', { exact: true })).toBeVisible()

  await row.hover()
  await row.getByRole('button', { name: 'Verify Bo Lindqvist' }).click()
  await expect(toast(page, 'User verified')).toBeVisible()
  await expect(seen.getByText('Unverified').first(), 'without a reload').toBeHidden()
  // Concurrent changes to the same person are both saved.
  await Promise.all([
    chooseForUser(page, 'Bo Lindqvist', 'Remove moderator'),
    chooseForUser(otto.page, 'Bo Lindqvist', 'Unverify user'),
  ])
  for (const one of [row, seen]) {
    await expect(one.getByText('moderator', { exact: true })).toBeHidden()
    await expect(one.getByText('Unverified').first()).toBeAttached()
  }
})

test('AD-08 an admin deletes a user with the admin’s password, and the user is signed out', async ({
  enterPanel,
  enter,
  faults,
}) => {
  faults.expect(/status of (401|404|422)/)
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  await bo.page.goto('/dashboard')
  const row = await openUserRow(page, bo)
  await chooseForUser(page, 'Bo Lindqvist', 'Delete user')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(
    dialog.getByText(
      'This action cannot be undone. This will permanently delete the user account and all associated data.',
    ),
  ).toBeVisible()
  const password = dialog.getByLabel('Your password', { exact: true })
  await expect(password).toBeFocused()
  await password.fill('wrong')
  await password.press('Enter')
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible()
  await password.fill('two left shoes')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
  const me = await bo.context.request.get('/api/v1/me')
  expect(await me.text(), 'is signed out everywhere').toMatch(/null|^$/)
  await bo.page.goto('/dashboard')
  await expect(bo.page).toHaveURL(/\/auth/)
})

test('AD-05 AD-07 an admin finds, verifies and promotes a user to moderator by keyboard alone @long', async ({
  enterPanel,
  enter,
}) => {
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  await page.goto('/admin/users')
  await tabTo(page, page.getByRole('searchbox', { name: 'Search users' }))
  await page.keyboard.type(bo.email)
  const row = page.getByRole('row').filter({ hasText: bo.email })
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await tabTo(page, row.getByRole('button', { name: 'Verify Bo Lindqvist' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'User verified')).toBeVisible()
  await tabTo(page, row.getByRole('button', { name: 'Actions for Bo Lindqvist' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Assigned moderator role')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Actions for Bo Lindqvist' })).toBeFocused()
})
