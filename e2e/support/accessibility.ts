import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** 0 violations on the page as it stands. Says rule and element of each, since a bare count helps nobody. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await hasComeToRest(page)
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1] ?? ''}`),
  )
  expect(found, `axe on ${where}`).toEqual([])
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
