import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/admin-panel'
import { toast } from './support/chat'

test('AD-10 all bookings, newest first: by status, by name and place, page by page, all in the address', async ({
  enterPanel,
}) => {
  const { page } = await enterPanel('Ruth Abel')
  await page.goto('/admin/bookings')
  const rows = page.locator('[data-row]')
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await expect(page.getByText('Read only. The two sides run their own bookings.')).toBeVisible()
  await expect(rows).toHaveCount(25)
  await expect(page.getByText(/^1–25 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^26–50 of [\d,]+$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^26–50 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText(/^1–25 of [\d,]+$/)).toBeVisible()

  await page.getByRole('button', { name: /^completed [\d,]+$/ }).click()
  await expect(page).toHaveURL('/admin/bookings?status=completed')
  await expect(rows.first().getByText('completed')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('mara glasgow')
  await expect(page).toHaveURL(/q=mara/)
  await expect(rows.first()).toContainText('Mara Voss')
  await expect(rows.first()).toContainText('Glasgow')
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('nowhere at all')
  await expect(page.getByText('No bookings match that')).toBeVisible()
  await page.getByRole('button', { name: 'Show all bookings' }).click()
  await expect(rows).toHaveCount(25)
})

test('AD-10 a booking whole, read only, and that it was looked at stands in the audit log once', async ({
  enterPanel,
  faults,
}) => {
  faults.expect(/status of 404/)
  const { page, id } = await enterPanel('Ruth Beck')
  await page.goto('/admin/bookings?status=cancelled')
  await page
    .getByRole('link', { name: /booking BK-/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Paper trail' })).toBeVisible()
  const bookingId = page.url().split('/').at(-1) ?? ''
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Paper trail' })).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  const looks = await withDatabase((ask) =>
    ask("select id from audit_log where action = 'bookings.view' and actor_id = $1 and subject_id = $2", [
      id,
      bookingId,
    ]),
  )
  expect(looks).toHaveLength(1)
  await page.getByRole('link', { name: 'audit log' }).click()
  await expect(page.locator('[data-row]').filter({ hasText: 'Ruth Beck' })).toContainText(
    'looked at a booking',
  )
  await page.goto('/admin/bookings/0192a0b0-0000-7000-8000-0000000000aa')
  await expect(page.getByRole('heading', { level: 1, name: 'Booking not found' })).toBeVisible()
})

test("AD-10 'Failed to load bookings' in its place and in a toast, and once more with Try again", async ({
  enterPanel,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  const { page } = await enterPanel('Ruth Cole')
  await page.goto('/admin/bookings')
  await expect(page.locator('[data-row]')).toHaveCount(25)
  const calls = '**/api/rpc/administration/bookings/list*'
  await page.route(calls, (route) => route.abort())
  await page.getByRole('button', { name: /^pending/ }).click()
  const alert = page.locator('main').getByRole('alert').filter({ hasText: 'Failed to load bookings' })
  // It is asked for three times, seconds apart, before it is said.
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await expect(toast(page, 'Failed to load bookings')).toBeVisible()
  // Pressed first: until then whatever else has it read again fails as well, and brings the button back.
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.unroute(calls)
  await expect(page.locator('[data-row]').first()).toContainText('pending')
})

test('AD-10 accessible in both themes, and on a phone without moving sideways', async ({ enterPanel }) => {
  const { page } = await enterPanel('Ruth Dahl')
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    for (const path of ['/admin/bookings', '/admin/bookings?status=cancelled']) {
      await page.goto(path)
      await expect(page.locator('[data-row]').first()).toBeVisible()
      await expectAccessible(page, `${path}, ${theme}`)
    }
    await page
      .getByRole('link', { name: /booking BK-/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Paper trail' })).toBeVisible()
    await expectAccessible(page, `a booking, ${theme}`)
  }
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page, `a booking at ${width}`)
    await page.goto('/admin/bookings')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expectNoSidewaysScroll(page, `bookings at ${width}`)
    await page
      .getByRole('link', { name: /booking BK-/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Paper trail' })).toBeVisible()
  }
})
