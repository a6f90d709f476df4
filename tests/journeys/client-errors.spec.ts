import type { Page } from '@playwright/test'
import { expect, type Site, testOnOwnSite } from './support/own-site'
import { waitForHydration } from './support/ready-page'

const test = testOnOwnSite(async () => ({ settings: { LOG_LEVEL: 'warn' } }))

interface Entry {
  msg: string
  source?: string
  name?: string
  message?: string
  stack?: string
  route?: string
  release?: string
  blocked?: string
}

/** Returns what browsers reported, as it is in the product's log. */
const listReports = ({ printed }: Site): Entry[] =>
  printed()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"a browser reported'))
    .map((line): Entry => JSON.parse(line))

/**
 * Waits at most ten seconds until the product's log contains the report of an error with this message.
 */
async function findReport(site: Site, message: string): Promise<Entry | undefined> {
  const find = () => listReports(site).find((entry) => entry.message?.includes(message))
  await expect.poll(find, { message, timeout: 10_000 }).toBeDefined()
  return find()
}

/** Throws errors of one kind, from a timer, so that no code catches them. */
async function throwErrors(page: Page, type: 'TypeError' | 'RangeError', messages: string[]): Promise<void> {
  await page.evaluate(
    ([name, texts]) => {
      const Kind = name === 'TypeError' ? TypeError : RangeError
      for (const text of texts)
        setTimeout(() => {
          throw new Kind(text)
        })
    },
    [type, messages] as const,
  )
}

test('R-08 an error in a browser is in the log within 10 seconds, once a minute and without personal data', async ({
  browser,
  site,
}) => {
  // A separate page, because errors fail the pages of journeys.
  const page = await browser.newPage()
  await page.goto('/events?q=mara@mail.example')
  await waitForHydration(page)
  await throwErrors(page, 'TypeError', ['planted for mara@mail.example', 'planted again', 'planted again'])
  expect(await findReport(site, 'planted for')).toMatchObject({
    source: 'uncaught',
    name: 'TypeError',
    message: 'planted for [email]',
    route: '/events/',
    release: expect.stringMatching(/^[\w.-]+\.js$/),
  })
  await throwErrors(page, 'RangeError', ['planted elsewhere'])
  await findReport(site, 'planted elsewhere')
  expect(listReports(site)).toHaveLength(2)
  expect(site.printed()).not.toContain('mara@mail')

  await page.route(/\/api\/rpc\/settings\/texts/, (route) =>
    route.fulfill({ json: { json: { since: '2026-01-01T00:00:00Z', sections: null } } }),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible()
  expect(await findReport(site, "reading 'filter'")).toMatchObject({
    source: 'render',
    route: '/privacy',
    stack: expect.stringMatching(/\/assets\/[\w.-]+\.js:\d+:\d+/),
  })
  await page.close()
})

test('R-08 violations of the content security policy are in the log', async ({ browser, site }) => {
  const page = await browser.newPage()
  await page.goto('/events')
  await page.evaluate(() => {
    new Image().src = 'https://ads.example/pixel.png?user=mara'
  })
  await expect
    .poll(() => listReports(site), { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ directive: 'img-src', blocked: 'https://ads.example' }))
  expect(site.printed()).not.toContain('user=mara')
  await page.close()
})
