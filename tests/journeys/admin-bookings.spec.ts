import { withDatabase } from './support/database'
import { expect, test } from './support/admin-panel'

test('AD-10 an admin pages through all bookings, filtered by status, name and place, and the address keeps the filter', async ({
  enterPanel,
}) => {
  const { page } = await enterPanel('Ruth Abel')
  await page.goto('/admin/bookings')
  const rows = page.locator('[data-row]')
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await expect(page.getByText('Read only. Only the client and the DJ can change a booking.')).toBeVisible()
  await expect(rows).toHaveCount(25)
  await expect(page.getByText(/^1–25 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^26–50 of [\d,]+$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^26–50 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText(/^1–25 of [\d,]+$/)).toBeVisible()

  await page.getByRole('button', { name: /^Completed [\d,]+$/ }).click()
  await expect(page).toHaveURL('/admin/bookings?status=completed')
  await expect(rows.first().getByText('completed')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('mara glasgow')
  await expect(page).toHaveURL(/q=mara/)
  await expect(rows.first()).toContainText('Mara Voss')
  await expect(rows.first()).toContainText('Glasgow')
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('nowhere at all')
  await expect(page.getByText('No matching bookings')).toBeVisible()
  await page.getByRole('button', { name: 'Show all bookings' }).click()
  await expect(rows).toHaveCount(25)
})

test('AD-10 an admin views a booking read-only, and the audit log has one line for each admin who did @long', async ({
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
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  const bookingId = page.url().split('/').at(-1) ?? ''
  await page.reload()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  const looks = await withDatabase((ask) =>
    ask("select id from audit_log where action = 'bookings.view' and actor_id = $1 and subject_id = $2", [
      id,
      bookingId,
    ]),
  )
  expect(looks).toHaveLength(1)
  await page.getByRole('link', { name: 'audit log' }).click()
  await expect(page.locator('[data-row]').filter({ hasText: 'Ruth Beck' })).toContainText('viewed a booking')
  await page.goto('/admin/bookings/0192a0b0-0000-7000-8000-0000000000aa')
  await expect(page.getByRole('heading', { level: 1, name: 'Booking not found' })).toBeVisible()
})
