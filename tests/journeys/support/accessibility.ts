import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isLongRun } from '../../support/long-run'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// The rules affected by a theme. The first takes most of the total time.
const COLOR = ['color-contrast', 'link-in-text-block']

/**
 * Expects no violations of WCAG 2.2 AA in the current state of the page, except colors. Takes a second each time, so
 * `npm test` leaves it to `checkInBothThemes`, on the screens that show most of the components.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  if (!isLongRun) return
  await expectNone(page, where, (axe) => axe.withTags(WCAG).disableRules(COLOR))
}

export const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }
export const smallest = { width: 320, height: 640 }

/** Expects no violations in the current state of the screen, and no sideways scrolling at 320 px. */
export async function check(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, `${where} at 320 px`)
  await page.setViewportSize(desktop)
}

/**
 * Does the same as `check`, and also checks colors: on a wide screen in the light theme, and on a phone in the dark
 * theme.
 */
export async function checkInBothThemes(page: Page, where: string): Promise<void> {
  await page.setViewportSize(desktop)
  await show(page, 'light')
  await expectNone(page, `${where}, light`, (axe) => axe.withTags(WCAG))
  await page.setViewportSize(phone)
  await show(page, 'dark')
  await expectNone(page, `${where}, dark`, (axe) => axe.withRules(COLOR))
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, `${where} at 320 px`)
  await page.setViewportSize(desktop)
}

async function show(page: Page, theme: string): Promise<void> {
  await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
}

async function expectNone(page: Page, where: string, ask: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await waitForAnimations(page)
  // Axe is half a megabyte, so it is reused if this document has already loaded it.
  const axe = new AxeBuilder((await hasAxe(page)) ? { page, axeSource: ';' } : { page })
  // Legacy mode needs no separate page, because we have no frames of other origins. Passed rules list no nodes.
  const { violations } = await ask(axe.setLegacyMode().options({ resultTypes: ['violations'] })).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1] ?? ''}`),
  )
  expect(found, `axe on ${where}`).toEqual([])
}

async function hasAxe(page: Page): Promise<boolean> {
  const answers = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window)))
  return answers.every(Boolean)
}

/**
 * Waits for theme transitions to end, because intermediate colors belong to neither theme. Endless animations, such as
 * a spinner, are ignored.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ playState, timeline, effect }) =>
            playState === 'running' &&
            timeline instanceof DocumentTimeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        )
        .map(({ finished }) => finished),
    ),
  )
}

/** Expects that the page doesn't scroll sideways at its current width. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const { wide, room, culprit } = await page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const wide = document.documentElement.scrollWidth
    const culprit = [...document.body.querySelectorAll('*')].find(
      (element) => element.getBoundingClientRect().right > room + 1 && element.clientWidth > 0,
    )
    return { wide, room, culprit: wide > room ? (culprit?.outerHTML.slice(0, 160) ?? '') : '' }
  })
  expect(wide, `${where} scrolls sideways: ${culprit}`).toBeLessThanOrEqual(room)
}
