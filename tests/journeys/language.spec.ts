import { expect, test } from './support/journey'

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('pages are in English in a German browser, and German is not offered @long', async ({ page }) => {
    await page.goto('/events')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'Terms of Service' })).toBeVisible()
    await expect(footer.getByRole('button', { name: 'Deutsch' })).toBeHidden()
  })
})

test('the pseudo-language shows the page frame with accents, even after its scripts ran @long', async ({
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
