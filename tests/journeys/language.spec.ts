import { expect, test } from './support/journey'

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('pages are in German until the reader chooses English', async ({ page }) => {
    await page.goto('/events')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'Nutzungsbedingungen' })).toBeVisible()
    await footer.getByRole('button', { name: 'English' }).click()
    await expect(footer.getByRole('link', { name: 'Terms of Service' })).toBeVisible()
    await page.goto('/discover')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(footer.getByRole('button', { name: 'Deutsch' })).toBeVisible()
  })
})

test('the pseudo-language shows the frame of a page with accents, also after its scripts ran', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'language', value: 'en-XA', url: String(baseURL) }])
  await page.goto('/events')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: /^Ţéŕɱš/u })).toBeVisible()
  await footer.getByRole('button', { name: /^Ţħéɱé/u }).click()
  await expect(footer.getByRole('button', { name: /Łíǵħţ/u })).toBeVisible()
})
