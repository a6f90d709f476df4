import { expect, test } from './support/journey'

test('M-06 tables of bookings never scroll sideways; on a phone they name the other person, with a message link @long', async ({
  enterAs,
}) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/bookings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of [1440, 1024, 1023, 800, 768, 767, 600, 320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const wide = await page
      .locator('main table')
      .evaluateAll((tables) => tables.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
    expect(wide, `tables that scroll at ${width} px`).toBe(0)
  }
  const rows = page.getByRole('table', { name: 'Coming up' }).getByRole('row')
  await expect(rows.getByText('Ilse Brandt').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('ilse')
  await expect(page).toHaveURL(/[?&]q=ilse/)
  await expect(rows.getByText('Jonas Wirth')).toHaveCount(0)
  await rows.getByRole('link').first().click()
  await expect(page.getByRole('button', { name: /^(Message|Connect with) Ilse Brandt/ })).toBeVisible()
})
