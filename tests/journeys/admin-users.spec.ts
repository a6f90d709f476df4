import type { Locator } from '@playwright/test'
import { expectAccessible, expectAccessibleThemes, expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { tabTo } from './support/keyboard'
import { alert, breakCall, chooseForUser, expect, lookFor, makePeople, test } from './support/admin-panel'
import { signIn } from './support/people'
import { toast } from './support/chat'

const newMark = () => `m${process.pid.toString(36)}${Date.now().toString(36)}`

test('AD-01 AD-02 the panel has a sidebar that is remembered, and a drawer on a phone', async ({
  enterPanel,
}) => {
  const { page, context } = await enterPanel('Vera Stolz')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/users')
  const side = page.locator('.side')
  // In rem: large text gets a wide one.
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
  expect(await width(), 'drawn narrow by the server').toBe(3)
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

test('AD-05 search, filter, order and page stand in the address and survive reload, back and a shared link', async ({
  enterPanel,
}) => {
  const { page, context } = await enterPanel('Vera Stolz')
  const mark = newMark()
  await makePeople(30, mark)
  await page.goto('/admin/users')
  const rows = page.locator('[data-row]')
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.pressSequentially(mark)
  await expect(rows).toHaveCount(25)
  await expect(search).toBeFocused()
  await expect(page).toHaveURL(`/admin/users?q=${mark}`)
  await expect(rows.first()).toContainText('Person 01')
  await expect(page.getByText('1–25', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(5)
  await expect(page.getByText('26–30 of 30')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
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

  await page.getByRole('button', { name: 'User', exact: true }).click()
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText('Person 30')
  await page.getByRole('button', { name: /^Admin \d/ }).click()
  await expect(page.getByText('Nobody is found')).toBeVisible()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(page.getByRole('button', { name: /^All [\d,]+$/ })).toBeVisible()
})

test('AD-05 the list is found by email, name and DJ name, and goes out as a table', async ({
  enterPanel,
}) => {
  const { page } = await enterPanel('Vera Stolz')
  await page.goto('/admin/users')
  for (const words of ['kestrel@backtoback', 'kit marl', 'DJ Kestrel']) {
    await page.getByRole('searchbox').fill(words)
    await expect(page.locator('[data-row]')).toHaveCount(1)
    await expect(page.locator('[data-row]')).toContainText('Kit Marlowe')
  }
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Export/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^users.*\.csv$/)
})

test('AD-06 AD-07 roles and the mark change in place, and can be taken back', async ({
  enterPanel,
  enter,
}) => {
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  const row = await lookFor(page, bo)
  await chooseForUser(page, 'Bo Lindqvist', 'Assign moderator')
  await expect(toast(page, 'Assigned moderator role')).toBeVisible()
  await expect(row.getByText('moderator', { exact: true })).toBeVisible()
  await signIn(bo.context.request, bo) // A new role ended the person's sessions.
  await bo.page.goto('/dashboard/moderation')
  await expect(bo.page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
  // An open queue would be refused its next look.
  await bo.page.goto('about:blank')
  await chooseForUser(page, 'Bo Lindqvist', 'Remove moderator')
  await expect(toast(page, 'Removed moderator role')).toBeVisible()
  await expect(row.getByText('moderator', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('moderator', { exact: true })).toBeVisible()

  await row.hover()
  await row.getByRole('button', { name: 'Verify Bo Lindqvist' }).click()
  await expect(toast(page, 'User verified')).toBeVisible()
  await expect(row.getByText('Verified').first()).toBeAttached()
  await chooseForUser(page, 'Bo Lindqvist', 'Unverify user')
  await expect(toast(page, 'User unverified')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row.getByText('Unverified').first()).toBeHidden()
})

test('AD-06 AD-07 AD-08 what fails says so, and the row stays as it was', async ({
  enterPanel,
  enter,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  const row = await lookFor(page, bo)
  for (const call of ['assignRole', 'removeRole', 'setVerified', 'remove']) await breakCall(page, call)
  await chooseForUser(page, 'Bo Lindqvist', 'Assign moderator')
  await expect(alert(page, 'Failed to assign moderator role')).toContainText('We could not reach the server')
  await expect(row.getByText('moderator', { exact: true })).toBeHidden()
  await chooseForUser(page, 'Bo Lindqvist', 'Verify user')
  await expect(alert(page, 'Failed to update verification status')).toBeVisible()
  await chooseForUser(page, 'Bo Lindqvist', 'Delete user')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.getByLabel('Your password', { exact: true }).fill('two left shoes')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(alert(page, 'Failed to delete user')).toBeVisible()
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveValue('two left shoes')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/rpc/administration/users/assignRole*')
  await chooseForUser(page, 'Bo Lindqvist', 'Assign moderator')
  await expect(row.getByText('moderator', { exact: true })).toBeVisible()
  await chooseForUser(page, 'Bo Lindqvist', 'Remove moderator')
  await expect(alert(page, 'Failed to remove moderator role')).toBeVisible()

  await breakCall(page, 'list')
  await page.getByRole('searchbox').fill('somebody else')
  await expect(alert(page, 'Failed to load users').first()).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/rpc/administration/users/list*')
  // News of somebody else may have the list read again before it is pressed.
  const nobody = page.getByText('Nobody is found')
  await page.getByRole('button', { name: 'Try again' }).or(nobody).first().click()
  await expect(nobody).toBeVisible()
})

test('AD-08 who is deleted is gone, with the password of the admin', async ({
  enterPanel,
  enter,
  faults,
}) => {
  faults.expect(/status of (401|404|422)/)
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  await bo.page.goto('/dashboard')
  const row = await lookFor(page, bo)
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
  await expect(dialog.getByText('That is not your password.')).toBeVisible()
  await password.fill('two left shoes')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
  const me = await bo.context.request.get('/api/v1/me')
  expect(await me.text(), 'signed out everywhere').toMatch(/null|^$/)
  await bo.page.goto('/dashboard')
  await expect(bo.page).toHaveURL(/\/auth/)
})

test('AD-08 who organizes nights is not deleted, admins are not offered it', async ({
  enterPanel,
  faults,
}) => {
  faults.expect(/status of 409/)
  const { page } = await enterPanel('Vera Stolz')
  const [promoter] = await withDatabase((ask) =>
    ask<{ email: string; full_name: string }>(
      `select a.email, p.full_name from events e join accounts a on a.id = e.organizer_id join profiles p on p.id = a.id
       where e.event_date > now() and not exists (select from user_roles r where r.user_id = a.id and r.role = 'admin') limit 1`,
    ),
  )
  if (!promoter) throw new Error('nobody of the demo organizes a night')
  await lookFor(page, promoter)
  await chooseForUser(page, promoter.full_name, 'Delete user')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.getByLabel('Your password', { exact: true }).fill('two left shoes')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(dialog.getByRole('alert').getByRole('link').first()).toHaveAttribute('href', /^\/events\//)

  await lookFor(page, { email: 'admin@backtoback.example' })
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete user' })).toHaveCount(0)
})

test('AD-07 two admins see what the other one does, and no change is lost', async ({ enterPanel, enter }) => {
  const [vera, otto] = [await enterPanel('Vera Stolz'), await enterPanel('Otto Brandt')]
  const bo = await enter('Bo Lindqvist')
  const rows = [await lookFor(vera.page, bo), await lookFor(otto.page, bo)] as const
  await rows[0].hover()
  await rows[0].getByRole('button', { name: 'Verify Bo Lindqvist' }).click()
  await expect(rows[1].getByText('Unverified').first(), 'without a reload').toBeHidden()
  await Promise.all([
    chooseForUser(vera.page, 'Bo Lindqvist', 'Assign moderator'),
    chooseForUser(otto.page, 'Bo Lindqvist', 'Unverify user'),
  ])
  for (const row of rows) {
    await expect(row.getByText('moderator', { exact: true })).toBeVisible()
    await expect(row.getByText('Unverified').first()).toBeAttached()
  }
})

test('AD-05 AD-07 by keyboard alone', async ({ enterPanel, enter }) => {
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

for (const width of [1440, 800, 390, 320])
  test(`AD-05 the list is accessible in both themes and does not move sideways at ${width} px`, async ({
    enterPanel,
    enter,
  }) => {
    const { page } = await enterPanel('Vera Stolz')
    await enter('Bo Lindqvist')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/users')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expectAccessibleThemes(page, `users, ${width}`)
    await expectNoSidewaysScroll(page, `users at ${width}`)
    if (width > 320) return
    await page
      .getByRole('button', { name: /^Actions for Bo/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Delete user' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'deleting')
    await expectNoSidewaysScroll(page, 'deleting at 320')
  })
