import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { type Camera, openCamera } from './support/camera'
import { type Ask, withDatabase } from './support/database'
import { answer, beginEvent, codeOf, waitUntilCached, openCheckIn, phone, tab } from './support/check-in'
import { expect, testOnOwnSite } from './support/own-site'
import { DEMO_PASSWORD, demoEmail, signIn } from './support/people'

const test = testOnOwnSite()

const ask = <Row>(dataDir: string, run: (ask: Ask) => Promise<Row>) => withDatabase(run, dataDir)

async function next(page: Page, camera: Camera): Promise<void> {
  camera.hold(undefined)
  await page.getByRole('button', { name: 'Next' }).tap()
  await expect(answer(page)).toBeHidden()
}

test('R-07 a phone accepts a code once and refuses one of another event, and loses no scan while offline', async ({
  site,
  faults,
}, info) => {
  test.setTimeout(120_000)
  faults.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/)
  const { eventId, tickets, elsewhere } = await beginEvent(site.dataDir, 0)
  const [first, second, third, fourth] = tickets
  if (!first || !second || !third || !fourth) throw new Error('the demo has too few tickets')
  const camera = await openCamera(info.project.use.launchOptions ?? {})
  try {
    const context = await camera.browser.newContext({
      ...phone,
      timezoneId: 'Europe/Berlin',
      locale: 'en-US',
    })
    faults.watch(context)
    const page = await openCheckIn(context, site.address, { as: 'customer', eventId, entrance: 'Front' })
    await expect(page.getByText('Hold the code in the frame')).toBeVisible()
    await expect(page.getByText(/^0 of \d+ in$/)).toBeVisible()
    await expectNoSidewaysScroll(page, 'the door')
    await expectAccessible(page, 'the door')

    camera.hold(codeOf(first.secret))
    await expect(answer(page).getByRole('heading', { name: 'Valid' })).toBeVisible()
    await expect(answer(page)).toContainText(first.name)
    await expect(answer(page)).toContainText(first.number)
    await expect(answer(page)).toContainText(/1 of \d+ in/)
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
    await expectAccessible(page, 'Valid')
    await next(page, camera)

    camera.hold(codeOf(elsewhere))
    await expect(answer(page).getByRole('heading', { name: 'Wrong event' })).toBeVisible()
    await expect(answer(page)).toContainText('Signal and Noise')
    await expect(answer(page).getByRole('link', { name: 'Sell a ticket' })).toHaveAttribute(
      'href',
      `/events/${eventId}`,
    )
    await expectAccessible(page, 'Wrong event')
    await next(page, camera)

    // The camera saw another code in between, so this counts as a new scan; see seen-codes.ts.
    camera.hold(codeOf(first.secret))
    await expect(answer(page).getByRole('heading', { name: /^Already in at \d\d:\d\d$/ })).toBeVisible()
    await expect(answer(page)).toContainText('Not counted again')
    await expect(answer(page)).toContainText('front door')
    await expectAccessible(page, 'Already in')
    await next(page, camera)

    camera.hold('https://example.org/menu')
    await expect(answer(page).getByRole('heading', { name: 'Not a ticket' })).toBeVisible()
    await next(page, camera)

    await waitUntilCached(page)
    await context.setOffline(true)
    const strip = page.getByRole('status').filter({ hasText: 'Offline' })
    await expect(strip).toContainText(/List from \d\d:\d\d/)
    camera.hold(codeOf(second.secret))
    await expect(answer(page).getByRole('heading', { name: 'Valid' })).toBeVisible()
    await next(page, camera)
    await expect(strip).toContainText(/1 scan queued, list from \d\d:\d\d/)
    await expect(page.getByText('Checked against the list on this phone')).toBeVisible()
    await expectAccessible(page, 'the door, offline')

    // The phone discards the tab, which then reopens offline.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(strip).toContainText(/1 scan queued, list from \d\d:\d\d/)
    await expect(page.getByText(/^2 of \d+ in$/)).toBeVisible()
    await expect(page.getByText('Hold the code in the frame')).toBeVisible()
    camera.hold(codeOf(second.secret))
    await expect(answer(page).getByRole('heading', { name: /^Already in/ })).toBeVisible()
    await next(page, camera)
    camera.hold(codeOf(third.secret))
    await expect(answer(page).getByRole('heading', { name: 'Valid' })).toBeVisible()
    await next(page, camera)

    await tab(page, 'Search').tap()
    await page.getByRole('searchbox', { name: 'Name or ticket number' }).fill(fourth.number.slice(-5))
    await expect(page.getByRole('status').filter({ hasText: /ticket/ })).toBeVisible()
    await page
      .getByRole('button', { name: `${fourth.name} ` })
      .first()
      .tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Check in ${fourth.number}` })
      .tap()
    await expect(
      page.getByRole('dialog').getByRole('button', { name: `Undo ${fourth.number}` }),
    ).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await expect(strip).toContainText('3 scans queued')

    await context.setOffline(false)
    await expect(strip).toBeHidden()
    await expect(page.getByText('3 queued scans were sent.')).toBeVisible()
    await expect(page.getByText(/^4 of \d+ in$/)).toBeVisible()
    const ids = [first.id, second.id, third.id, fourth.id]
    const stored = await ask(site.dataDir, (sql) =>
      sql<{ outcome: string; was_offline: boolean; entrance: string }>(
        `select outcome, was_offline, entrance from check_ins where ticket_id = any($1::uuid[]) and outcome = 'checked_in' order by scanned_at`,
        [ids],
      ),
    )
    expect(stored).toEqual([
      { outcome: 'checked_in', was_offline: false, entrance: 'Front' },
      ...[1, 2, 3].map(() => ({ outcome: 'checked_in', was_offline: true, entrance: 'Front' })),
    ])
  } finally {
    await camera.close()
  }
})

test('R-07 two offline phones scan the same ticket: the first scan counts, and both entrances are shown until acknowledged @long', async ({
  browser,
  site,
  faults,
}) => {
  test.setTimeout(90_000)
  faults.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/)
  const { eventId, tickets } = await beginEvent(site.dataDir, 20)
  const twice = tickets[0]
  if (!twice) throw new Error('the demo has too few tickets')
  const doors: { context: BrowserContext; page: Page }[] = []
  for (const [as, entrance] of [
    ['owen', 'Front'],
    ['customer', 'Side'],
  ] as const) {
    const context = await browser.newContext(phone)
    faults.watch(context)
    doors.push({ context, page: await openCheckIn(context, site.address, { as, eventId, entrance }) })
  }
  for (const { context, page } of doors) {
    await expect(tab(page, 'Search')).toBeVisible()
    await waitUntilCached(page)
    await context.setOffline(true)
    await tab(page, 'Search').tap()
    await page.getByRole('searchbox').fill(codeOf(twice.secret))
    await page.keyboard.press('Enter')
    await expect(answer(page).getByRole('heading', { name: 'Valid' })).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).tap()
    await tab(page, 'Scan').tap()
  }
  for (const { context, page } of doors) {
    await context.setOffline(false)
    await expect(page.getByText('1 queued scan was sent.')).toBeVisible()
  }
  const side = doors[1]?.page
  if (!side) throw new Error('there is no side door')
  await expect(side.getByRole('heading', { name: 'Scanned twice while offline' })).toBeVisible()
  const row = side.getByRole('listitem').filter({ hasText: twice.number })
  await expect(row).toContainText(/Front \d\d:\d\d, side \d\d:\d\d/)
  await expectAccessible(side, 'scanned twice')
  await row.getByRole('button', { name: `Mark as seen, ${twice.name}` }).tap()
  await expect(row).toBeHidden()
  await expect(side.getByRole('heading', { name: 'Scanned twice while offline' })).toBeHidden()
  const counted = await ask(site.dataDir, (sql) =>
    sql<{ entrance: string }>(
      `select entrance from check_ins where ticket_id = $1 and outcome = 'checked_in' and undone_at is null`,
      [twice.id],
    ),
  )
  expect(counted).toEqual([{ entrance: 'Front' }])
  for (const { context } of doors) await context.close()
})

test('R-07 check-in staff see only the check-in page, and signing out deletes the data it has stored @long', async ({
  browser,
  site,
  faults,
}) => {
  test.setTimeout(90_000)
  faults.expect(/status of 40[14]/)
  const { eventId } = await beginEvent(site.dataDir, 40)
  const path = `/dashboard/events/${eventId}/check-in`
  const context = await browser.newContext(phone)
  faults.watch(context)
  const page = await openCheckIn(context, site.address, { as: 'customer', eventId, entrance: 'Side' })
  await expect(page.getByRole('link')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Leave check-in' })).toBeVisible()
  for (const button of await page.getByRole('button').filter({ visible: true }).all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.innerText()).toBeGreaterThanOrEqual(44)
  }
  const answered = await context.request.get(`${site.address}${path}`)
  expect(answered.headers()['content-security-policy']).toContain("'wasm-unsafe-eval'")
  const manifest = await (await context.request.get(`${site.address}${path}.webmanifest`)).json()
  expect(manifest).toMatchObject({ start_url: path, scope: path, display: 'standalone' })
  for (const { src, type } of manifest.icons as { src: string; type: string }[])
    expect((await context.request.get(`${site.address}${src}`)).headers()['content-type']).toBe(type)

  await tab(page, 'Guest list').tap()
  await expect(page.getByRole('heading', { name: 'Guest list' })).toBeVisible()
  await expectAccessible(page, 'the guest list')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'the guest list at 320 px')
  await tab(page, 'Search').tap()
  await expectNoSidewaysScroll(page, 'the search at 320 px')
  await expectAccessible(page, 'the search')

  await waitUntilCached(page)
  const workers = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    )
  expect(await workers()).toEqual([path])
  await page.getByRole('button', { name: 'Dust & Diamonds' }).tap()
  await page.getByRole('button', { name: 'Sign Out' }).tap()
  await page.waitForURL(`${site.address}/`)
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ])
  await expect.poll(left).toEqual([])
  await page.goto(`${site.address}${path}`)
  await expect(page).toHaveURL(/\/auth\?/)
  await context.close()
})

test('R-07 people without access get a 404, and a wide screen shows the attendees next to the camera @long', async ({
  browser,
  site,
  faults,
}) => {
  faults.expect(/status of 404/)
  const { eventId, tickets } = await beginEvent(site.dataDir, 60)
  const stranger = await browser.newContext()
  faults.watch(stranger)
  await signIn(stranger.request, { email: demoEmail('juno'), password: DEMO_PASSWORD })
  const lost = await stranger.newPage()
  const missing = await lost.goto(`${site.address}/dashboard/events/${eventId}/check-in`)
  expect(missing?.status()).toBe(404)
  await stranger.close()

  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  faults.watch(context)
  const page = await openCheckIn(context, site.address, { as: 'owen', eventId, entrance: 'Front' })
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByText('Still to come')).toBeVisible()
  const [ticket] = tickets
  if (!ticket) throw new Error('the demo has too few tickets')
  await people.getByRole('searchbox').fill(ticket.number)
  await people
    .getByRole('button', { name: new RegExp(`^Check in( \\d)?, ${ticket.name}`) })
    .first()
    .click()
  const undo = people.getByRole('button', { name: `Undo ${ticket.name}` }).first()
  await expect(undo).toBeVisible()
  await expectAccessible(page, 'the door at a dashboard')
  await undo.click()
  await expect(undo).toBeHidden()
  await context.close()
})
