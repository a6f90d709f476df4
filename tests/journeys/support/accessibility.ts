import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// Of those, what another theme can change.
const COLOUR = ['color-contrast', 'link-in-text-block']

/** 0 violations on the page as it stands. Says rule and element of each, since a bare count helps nobody. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNone(page, where, (axe) => axe.withTags(WCAG))
}

export const desk = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }
export const smallest = { width: 320, height: 640 }

/** The screen as it stands, in both themes, wide and narrow: 0 violations, and no width at which it moves sideways. */
export async function check(page: Page, where: string): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    await expectAccessibleThemes(page, `${where}, ${size.width} px`)
  }
  await page.setViewportSize(smallest)
  await expectNoSidewaysScroll(page, `${where} at 320 px`)
  await page.setViewportSize(desk)
}

/** The same in both themes. A theme is colours and nothing else, so that the second is asked about its colours. */
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
