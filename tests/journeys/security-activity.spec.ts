import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { expect, test } from './support/admin-panel'
import { signIn } from './support/people'

test('A-08 a person sees and ends a sign-in from a new device; an admin finds it among the security events @long', async ({
  enter,
  enterPanel,
  browser,
  faults,
}) => {
  const owner = await enter('Rosa Lindqvist')
  const elsewhere = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
  })
  faults.watch(elsewhere)
  await signIn(elsewhere.request, owner)

  const { page } = owner
  await page.goto('/dashboard/settings#security')
  const alert = page.locator('[aria-live]', { hasText: 'Was this you?' })
  await expect(alert).toContainText('New sign-in')
  await expect(alert).toContainText('Firefox on Linux')
  await expectAccessible(page, 'security activity')
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Failed' }).click()
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'All' }).click()
  await alert.getByRole('button', { name: 'It wasn’t me' }).click()
  await expect(page.getByRole('heading', { name: 'Secure your account' })).toBeVisible()
  expect((await elsewhere.request.get('/api/v1/account')).status()).toBe(401)
  await elsewhere.close()
  const file = await page.request.get('/account/activity.csv')
  expect(await file.text()).toContain('Firefox on Linux')

  const admin = await enterPanel('Sanna Ekberg')
  await admin.page.goto('/admin/security')
  await expect(admin.page.getByRole('heading', { name: 'Security events' })).toBeVisible()
  await admin.page.getByRole('searchbox', { name: 'Search events' }).fill(owner.email)
  await admin.page.getByRole('combobox', { name: 'Result' }).selectOption('New device')
  await expect(admin.page).toHaveURL(/result=new_device/)
  const row = admin.page.getByRole('row').filter({ hasText: 'Rosa Lindqvist' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Firefox on Linux')
  await expectAccessible(admin.page, 'security events')
  await admin.page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(admin.page, 'security events')
})
