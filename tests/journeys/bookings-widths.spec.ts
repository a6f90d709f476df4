import { expectNoSidewaysScroll } from './support/accessibility'
import { expect, test } from './support/journey'

test('M-06 the desk of bookings moves sideways at no width, and neither does a table in it', async ({
  enterAs,
}) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/bookings')
  const first = await page.locator('.bkt a').first().getAttribute('href')
  for (const path of ['/dashboard/bookings', '/dashboard/bookings?view=calendar', first ?? '']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [320, 390, 600, 767, 768, 800, 1023, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page, `${path}, ${width} px`)
      const wide = await page
        .locator('main table')
        .evaluateAll((tables) => tables.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
      expect(wide, `tables of ${path} that scroll at ${width} px`).toBe(0)
    }
  }
})

test('M-06 on a phone each booking names the other person, who can be searched for and messaged', async ({
  enterAs,
}) => {
  const { page } = await enterAs('mara')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/bookings')
  const rows = page.getByRole('table', { name: 'Coming up' }).getByRole('row')
  await expect(rows.getByText('Ilse Brandt').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('ilse')
  await expect(page).toHaveURL(/[?&]q=ilse/)
  await expect(rows.getByText('Jonas Wirth')).toHaveCount(0)
  await rows.getByRole('link').first().click()
  await expect(page.getByRole('button', { name: /^(Message|Connect with) Ilse Brandt/ })).toBeVisible()
})
