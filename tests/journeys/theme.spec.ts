import type { Page } from '@playwright/test'
import { expect, test } from './support/journey'

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: theme, exact: true }).click()
  await page.keyboard.press('Escape')
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'light' })

  test('DA-04 the first HTML already has the chosen theme, so that nothing flashes on a phone @long', async ({
    page,
    context,
  }) => {
    await page.goto('/events')
    const light = await paper(page)
    await choose(page, 'Dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const dark = await paper(page)
    expect(dark).not.toBe(light)
    const html = await (await context.request.get('/events')).text()
    expect(html.slice(0, 200)).toContain('data-theme="dark"')
    await page.reload({ waitUntil: 'commit' })
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.goto('/auth')
    expect(await paper(page)).toBe(dark)

    await page.goto('/events')
    await choose(page, 'Light')
    expect(await paper(page)).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper(page), 'the chosen theme overrides the device').toBe(light)

    await choose(page, 'System')
    expect(await paper(page)).toBe(dark)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await paper(page)).toBe(light)
    await page.reload()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  })

  test('DA-04 pages for visitors are cached per theme', async ({ request }) => {
    for (const theme of ['dark', 'light', 'dark', 'light']) {
      const html = await (await request.get('/events', { headers: { cookie: `theme=${theme}` } })).text()
      expect(html.slice(0, 200)).toContain(`data-theme="${theme}"`)
    }
    const system = await (await request.get('/events')).text()
    expect(system.slice(0, 200)).not.toContain('data-theme')
  })
})
