import { expect, test } from './support/admin-panel'
import { signIn } from './support/people'
import { toast } from './support/chat'

test('AD-05 a suspended user is signed out immediately, reads until when and why, and can sign in afterwards', async ({
  enterPanel,
  enter,
  faults,
}) => {
  faults.expect(/status of 40[13]/)
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  await bo.page.goto('/dashboard')
  await page.goto(`/admin/users/${bo.id}`)
  await page.getByLabel('Until').fill('2027-03-05')
  await page.getByRole('button', { name: 'Suspend Bo Lindqvist' }).click()
  await expect(page.getByText('Enter a reason. The suspended person will see it.')).toBeVisible()
  await page.getByLabel('Reason (shown to the user)').fill('Sold the same night twice')
  await page.getByRole('button', { name: 'Suspend Bo Lindqvist' }).click()
  await expect(toast(page, 'Bo Lindqvist is suspended until Fri 5 Mar 2027')).toBeVisible()
  await expect(page.getByText('Until Fri 5 Mar 2027', { exact: true })).toBeVisible()

  await bo.page.goto('/dashboard')
  await expect(bo.page).toHaveURL(/\/auth/)
  await bo.page.getByLabel('Email').fill(bo.email)
  await bo.page.getByLabel('Password', { exact: true }).fill(bo.password)
  await bo.page.getByRole('button', { name: 'Sign In' }).click()
  const refusal = bo.page.getByRole('alert').filter({ hasText: 'Fri 5 Mar 2027' })
  await expect(refusal).toContainText('Sold the same night twice')

  await page.reload()
  await expect(page.getByText('Sold the same night twice').first()).toBeVisible()
  await page.getByRole('button', { name: 'End suspension' }).click()
  await expect(toast(page, 'Suspension ended')).toBeVisible()
  await bo.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(bo.page).toHaveURL(/\/dashboard/)
})

test('AD-06 an admin makes another user an admin and back again, with a password @long', async ({
  enterPanel,
  enter,
  faults,
}) => {
  faults.expect(/status of 422/)
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  await page.goto(`/admin/users/${bo.id}`)
  const ask = async (item: string, dialogName: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    return page.getByRole('dialog', { name: dialogName })
  }
  const dialog = await ask('Make admin', 'Make Bo Lindqvist an admin')
  const password = dialog.getByLabel('Your password', { exact: true })
  await password.fill('wrong')
  await password.press('Enter')
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible()
  await password.fill('two left shoes')
  await password.press('Enter')
  await expect(toast(page, 'Assigned admin role')).toBeVisible()
  // A new role ends the person's sessions.
  await signIn(bo.context.request, bo)
  await bo.page.goto('/admin')
  await expect(bo.page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete user' }), 'admins can’t be deleted').toHaveCount(0)
  const back = await ask('Remove admin', 'Remove the admin role')
  await back.getByLabel('Your password', { exact: true }).fill('two left shoes')
  await back.getByRole('button', { name: 'Remove admin' }).click()
  await expect(toast(page, 'Removed admin role')).toBeVisible()
  await bo.page.goto('/admin')
  await expect(bo.page).toHaveURL(/\/$/)
})

test('AD-05 each tab of a user has its own address, a session can be ended there, and a missing user is a 404 @long', async ({
  enterPanel,
  enter,
}) => {
  const { page } = await enterPanel('Vera Stolz')
  const bo = await enter('Bo Lindqvist')
  await page.goto(`/admin/users/${bo.id}`)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(toast(page, 'User verified')).toBeVisible()
  await page.getByRole('tab', { name: 'Audit trail' }).click()
  await expect(page).toHaveURL(/tab=audit/)
  await expect(page.getByRole('tabpanel').getByText('Vera Stolz').first()).toBeVisible()
  for (const [name, tab] of [
    ['Orders', 'orders'],
    ['Bookings', 'bookings'],
    ['Tree', 'tree'],
    ['Reports', 'reports'],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await expect(page).toHaveURL(new RegExp(`tab=${tab}`))
  }
  await expect(page.getByText('No reports yet.')).toBeVisible()
  await page.getByRole('tab', { name: 'Sessions' }).click()
  const end = page.getByRole('tabpanel').getByRole('button', { name: /^End / })
  await expect(end).toHaveCount(1)
  await end.click()
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expect(page.getByText('No active sessions.')).toBeVisible()
  const answer = await bo.context.request.get('/dashboard', { maxRedirects: 0 })
  expect(answer.headers()['location']).toMatch(/\/auth/)
  const missing = await page.request.get('/admin/users/018cc251-0000-7000-8000-00000000dead')
  expect(missing.status()).toBe(404)
})
