import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// Of those, what another theme can change.
const COLOUR = ['color-contrast', 'link-in-text-block']

/** Expects no violations of WCAG 2.2 AA on the page in its present state. Names rule and element of each. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNone(page, where, (axe) => axe.withTags(WCAG))
}

export const desk = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }
export const smallest = { width: 320, height: 640 }

/**
 * Expects no violations on the screen in its present state, wide in the light theme and narrow in the dark one, and no width at which
 * it scrolls sideways.
 */
export async function check(page: Page, where: string): Promise<void> {
  await page.setViewportSize(desk)
  await show(page, 'light')
  await expectAccessible(page, `${where}, ${desk.width} px, light`)
  await page.setViewportSize(phone)
  await show(page, 'dark')
  await expectAccessible(page, `${where}, ${phone.width} px, dark`)
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, `${where} at 320 px`)
  await page.setViewportSize(desk)
}

/** Expects no violations in both themes. A theme changes nothing but colours, so the second is checked for those only. */
export async function expectAccessibleThemes(page: Page, where: string): Promise<void> {
  await show(page, 'light')
  await expectAccessible(page, `${where}, light`)
  await show(page, 'dark')
  await expectNone(page, `${where}, dark`, (axe) => axe.withRules(COLOUR))
}

async function show(page: Page, theme: string): Promise<void> {
  await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
}

async function expectNone(page: Page, where: string, ask: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await hasComeToRest(page)
  // Half a megabyte that a document has read once stays in it.
  const axe = new AxeBuilder((await hasAxe(page)) ? { page, axeSource: ';' } : { page })
  // In one go, where by itself it opens a page of its own for the report: that is for frames of other places, and we have none.
  // What is well is not described node by node.
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

/** What is still fading from one theme to the other has colours of neither. What never ends, such as a spinner, may turn on. */
async function hasComeToRest(page: Page): Promise<void> {
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

/** No page moves sideways, whatever its width. */
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
