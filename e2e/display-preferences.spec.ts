import { expect, test } from './support/journey'

test('DA-04 the browser’s text size scales the page, and controls are never under 44 px', async ({
  baseURL,
  playwright,
}) => {
  const { launchOptions } = test.info().project.use
  for (const [size, least] of [
    [16, 44],
    [20, 51],
  ] as const) {
    const args = [...(launchOptions?.args ?? []), `--blink-settings=defaultFontSize=${size}`]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${baseURL}/auth?tab=sign-in`)
    const rem = await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    )
    expect(rem).toBe(size * 0.9375)
    for (const control of [
      page.getByLabel('Email', { exact: true }),
      page.locator('form').getByRole('button', { name: 'Sign In', exact: true }),
    ]) {
      const box = await control.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(least)
    }
    await browser.close()
  }
})
