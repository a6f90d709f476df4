import type { Page } from '@playwright/test'
import { expect, test } from './support/journey'
import { findEvent } from './support/tickets'

test('DA-04 the browser’s text size scales the page, and controls are never under 44 px @long', async ({
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

test('E-02 amounts of money use proportional digits @long', async ({ enterAs, page }) => {
  const { page: panel } = await enterAs('mara')
  await page.goto('/events')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await tabularMoney(page)).toEqual([])
  await panel.goto('/dashboard/bookings')
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await tabularMoney(panel)).toEqual([])
})

/** Finds amounts in tabular figures, whose slashed zero looks struck through. */
function tabularMoney(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) =>
        [...element.childNodes].some((node) => /^[−-]?[$€£]\d/.test(node.textContent ?? '')),
      )
      .filter((element) => getComputedStyle(element).fontVariantNumeric.includes('tabular'))
      .map((element) => element.textContent ?? ''),
  )
}

test.describe('with forced colors', () => {
  test.use({ forcedColors: 'active', viewport: { width: 1280, height: 900 } })

  test('DA-04 with forced colors, buttons, chips and steppers have edges, and the selected one is filled @long', async ({
    page,
    request,
  }) => {
    const event = await findEvent(request, 'No Requests')
    await page.goto('/events?type=residency')
    for (const part of [page.locator('.button').first(), page.locator('.chip').first()])
      await expect(part).toHaveCSS('border-top-style', 'solid')
    const chips = page.locator('.chip')
    const fillOf = (index: number) =>
      chips.nth(index).evaluate((chip) => getComputedStyle(chip).backgroundColor)
    const states = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('aria-pressed')))
    const pressed = states.indexOf('true')
    expect(pressed).toBeGreaterThanOrEqual(0)
    expect(await fillOf(pressed)).not.toBe(await fillOf(states.indexOf('false')))
    await page.goto(`/events/${event.id}`)
    await expect(page.locator('.step button').first()).toHaveCSS('border-top-style', 'solid')
  })
})

test('R-08 printed pages leave out navigation bars and buttons @long', async ({ page, request }) => {
  const event = await findEvent(request, 'No Requests')
  await page.emulateMedia({ media: 'print' })
  await page.goto(`/events/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner', { includeHidden: true })).toBeHidden()
  await expect(page.locator('main .button').filter({ visible: true })).toHaveCount(0)
})

test('R-08 the site has a manifest, an icon for old browsers and colors for the browser’s own bar @long', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(2)
  const manifest = await request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '')
  expect(await manifest.json()).toMatchObject({ name: 'Back to Back', start_url: '/' })
  const icon = await request.get('/favicon.ico')
  expect(icon.headers()['content-type']).toBe('image/x-icon')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('T-02 on a phone, the bottom bar of an event leads to the tickets, then to the checkout @long', async ({
    page,
    request,
  }) => {
    const event = await findEvent(request, 'No Requests')
    await page.goto(`/events/${event.id}`)
    await page.getByRole('button', { name: 'Choose tickets' }).tap()
    await expect(page.getByRole('heading', { name: 'Select Tickets' })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Choose tickets' })).toBeHidden()
    await page.getByRole('button', { name: 'More' }).filter({ visible: true }).first().tap()
    await expect(page.getByRole('button', { name: 'Checkout' }).filter({ visible: true })).toBeInViewport()
  })
})
