import type { APIRequestContext, Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'

type Card = { title: string; startsAt: string; timezone: string; fromCents: number; available: number }

async function listed(request: APIRequestContext, params: Record<string, string> = {}): Promise<Card[]> {
  const answer = await request.get('/api/v1/events', { params: { limit: '50', ...params } })
  return (await answer.json()).events
}
const titles = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('heading').allTextContents()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search events' })

test('E-01 the search box filters by title and by location, and tells how many', async ({ page }) => {
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1, name: 'Upcoming Events' })).toBeVisible()
  await expect(search(page)).toHaveAttribute('placeholder', 'Search events, DJs, locations...')
  await search(page).fill('diamonds')
  await expect(page).toHaveURL(/q=diamonds/)
  await expect.poll(() => titles(page)).toEqual(['Dust & Diamonds'])
  await search(page).fill('rotterdam')
  await expect(page).toHaveURL(/q=rotterdam/)
  await expect.poll(() => titles(page)).toEqual(['Cold Storage', 'Signal and Noise', 'Half Past Never'])
  await expect(page.getByText('3 events', { exact: true })).toBeVisible()
})

test('E-01 who types and goes on at once is not called back by the search', async ({ page }) => {
  await page.goto('/events')
  // Words that find it: on a slow machine the search may be quicker than the press.
  await search(page).pressSequentially('noi')
  await page.getByRole('link', { name: 'View Details, Signal and Noise' }).click()
  await page.waitForURL(/\/events\/[0-9a-f-]{36}/)
  await page.waitForTimeout(600)
  await expect(page.getByRole('heading', { level: 1, name: 'Signal and Noise' })).toBeVisible()
  await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}$/)
})

test('E-01 what is searched for is text, whatever it looks like', async ({ page }) => {
  for (const words of ["' or 1=1 --", '100%', '_', '<img src=x onerror=alert(1)>', '\\', '🪩 мир']) {
    await page.goto(`/events?q=${encodeURIComponent(words)}`)
    await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible()
    await expect(search(page)).toHaveValue(words)
  }
})

test('E-02 E-03 a card has type, time, venue, lowest price, what is left, and leads to the event', async ({
  page,
}) => {
  await page.goto('/events?q=Signal%20and%20Noise')
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card.getByText('Festival')).toBeVisible()
  await expect(card.getByText(/^\w{3} \d{1,2} \w{3}, 12:00$/)).toBeVisible()
  await expect(card.getByText(/Rotterdam/)).toBeVisible()
  await expect(card.getByText('From')).toBeVisible()
  await expect(card.getByText('$38.00')).toBeVisible()
  await expect(card.getByText('Available')).toBeVisible()
  await card.getByRole('link', { name: 'View Details, Signal and Noise' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Signal and Noise' })).toBeVisible()
})

test('E-02 E-03 nothing left is not said; a price at the door counts where there are no ticket types', async ({
  page,
}) => {
  await page.goto('/events?q=Dark%20Matter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('Available')).toHaveCount(0)
  await page.goto('/events?q=Paper%20Planes')
  await expect(page.getByRole('article').getByText('$28.00')).toBeVisible()
  await page.goto('/events?q=Office%20Hours')
  await expect(page.getByRole('article').getByText('Free', { exact: true })).toBeVisible()
})

test('E-04 six skeletons stand in while a search is on its way for the first time', async ({ page }) => {
  await page.goto('/')
  // The list as the browser asks for it, held back until the skeletons have been counted.
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/api/rpc/events/list*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'View All Events' }).click()
  await expect(page.getByTestId('event-skeleton')).toHaveCount(6)
  await expect(page.getByText('Loading events')).toBeVisible()
  go()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByTestId('event-skeleton')).toHaveCount(0)
})

test('E-05 an empty search says so and can be cleared', async ({ page }) => {
  await page.goto('/events?q=polka')
  await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await expect(search(page)).toHaveValue('')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('E-06 only public, published, upcoming events, in order of the day in their city', async ({
  page,
  request,
}) => {
  // Other journeys publish events meanwhile, and the list is cached for two seconds.
  await expect(async () => {
    const events = await listed(request)
    const dayIn = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
    const places = events.map(({ startsAt, timezone }) =>
      [dayIn(timezone).format(new Date(startsAt)), startsAt].join(),
    )
    expect(places).toEqual(places.toSorted())
    for (const { startsAt } of events) expect(Date.parse(startsAt)).toBeGreaterThan(Date.now())
    const names = events.map((event) => event.title)
    for (const unseen of ['Second Summer', 'Staff Drinks', 'Ice House', 'Warm Start'])
      expect(names).not.toContain(unseen)
    await page.goto('/events')
    expect((await titles(page)).slice(0, 24)).toEqual(names.slice(0, 24))
  }).toPass({ timeout: 20_000 })
})

test('E-01 chips of type and time, alone and together, are what the list is asked for', async ({
  page,
  request,
}) => {
  await page.goto('/events')
  const chips = page.getByRole('group', { name: 'Filter events' })
  await chips.getByRole('button', { name: 'Festival' }).click()
  await expect(page).toHaveURL(/type=festival/)
  const festivals = await listed(request, { 'types[0]': 'festival' })
  await expect.poll(() => titles(page)).toEqual(festivals.map((event) => event.title))
  await chips.getByRole('button', { name: 'Warehouse' }).click()
  await expect(page).toHaveURL(/warehouse/)
  const both = await listed(request, { 'types[0]': 'festival', 'types[1]': 'warehouse' })
  expect(both.length).toBeGreaterThan(festivals.length)
  await expect.poll(() => titles(page)).toEqual(both.map((event) => event.title))
  await chips.getByRole('button', { name: 'This weekend' }).click()
  await expect(page).toHaveURL(/when=weekend/)
  const weekend = await listed(request, {
    'types[0]': 'festival',
    'types[1]': 'warehouse',
    when: 'weekend',
  })
  await expect.poll(() => titles(page)).toEqual(weekend.map((event) => event.title))
})

test('E-01 every filter is in the address: it survives a reload and the way back', async ({ page }) => {
  await page.goto('/events')
  const chips = page.getByRole('group', { name: 'Filter events' })
  await chips.getByRole('button', { name: 'Residency' }).click()
  await expect(page).toHaveURL(/type=residency/)
  await search(page).fill('manchester')
  await expect(page).toHaveURL(/q=manchester/)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/view=list/)
  const wanted = ['Same Again', 'No Requests', 'Two Left Decks']
  const rows = () =>
    page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 }).allTextContents()
  await expect.poll(rows).toEqual(wanted)
  await page.reload()
  await expect.poll(rows).toEqual(wanted)
  await expect(search(page)).toHaveValue('manchester')
  await expect(chips.getByRole('button', { name: 'Residency' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await page.getByRole('link', { name: 'View Details, No Requests' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'No Requests' })).toBeVisible()
  await page.goBack()
  await expect.poll(rows).toEqual(wanted)
  await expect(search(page)).toHaveValue('manchester')
})

test('E-06 more pages are one press away, each event once, and back finds them open', async ({ page }) => {
  await withDatabase((ask) =>
    ask(`insert into events (title, event_type, event_date, event_status, location, venue_name)
         select 'Encore ' || n, 'residency', now() + interval '400 days' + n * interval '1 hour', 'published', 'Farawayville', 'The Back Room'
         from generate_series(1, 60) n`),
  )
  const all = Array.from({ length: 60 }, (_, n) => `Encore ${n + 1}`)
  await page.goto('/events?q=farawayville')
  expect(await titles(page)).toEqual(all.slice(0, 50))
  await page.getByRole('button', { name: /^Show/ }).click()
  await expect.poll(() => titles(page)).toEqual(all)
  await expect(page).toHaveURL(/pages=2/)
  await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'View Details, Encore 60' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Encore 60' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(all)
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(all)
})
