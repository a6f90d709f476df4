import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility'
import { completeBooking, findAgreedSet, findDjId, findFreeDay, findInFeed } from './support/bookings'
import { expect, test } from './support/journey'
import { tabTo } from './support/keyboard'
import { DEMO_PASSWORD, demoEmail } from './support/people'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Book / })
const dayButton = (page: Page, day: string) => page.locator(`button[data-day="${day}"]`)

/** Goes to the month of a day and selects the day. */
async function chooseDay(page: Page, day: string): Promise<void> {
  const next = page.getByRole('button', { name: 'Next month' })
  for (let months = 0; months < 13 && (await dayButton(page, day).count()) === 0; months += 1)
    await next.click()
  await expect(dayButton(page, day)).toHaveAccessibleName(/, available$/)
  await dayButton(page, day).click()
}

const bookChosenDay = (page: Page) =>
  page
    .getByRole('complementary', { name: /^Reaching/ })
    .getByRole('button', { name: 'Book Now' })
    .click()

test('P-02 P-01 M-06 a promoter requests a DJ, who counters on her phone; both agree, see it in their calendars and review', async ({
  page,
  browser,
  request,
  enterAs,
  faults,
}) => {
  const place = `Loom Hall ${Date.now().toString(36)}, Glasgow`
  const djId = await findDjId(request, 'Mara Voss')
  const day = await findFreeDay(request, djId, 2)

  await test.step('a visitor fills in the request, signs in, and finds it again', async () => {
    await page.goto(`/dj/${djId}`)
    await chooseDay(page, day)
    await bookChosenDay(page)
    const dialog = dialogOf(page)
    await expect(dialog.getByLabel('Date')).toHaveValue(day)
    await dialog.getByLabel('Event type').selectOption('Warehouse')
    await dialog.getByLabel('Place', { exact: true }).fill(place)
    await dialog.getByLabel('Message').fill('A long set, low ceiling.')
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await page.waitForURL(/\/auth\?/)
    const form = page.getByRole('form', { name: 'Sign In' })
    await form.getByLabel('Email').fill(demoEmail('jonas'))
    await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(`/dj/${djId}?book=${day}`)
    await expect(dialog.getByLabel('Place', { exact: true })).toHaveValue(place)
    await expect(dialog.getByLabel('Event type')).toHaveValue('Warehouse')
    await expect(dialog.getByLabel('Your fee')).toHaveValue('$1,200.00')
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(page.getByText('Booking request sent! The DJ will contact you shortly.')).toBeVisible()
    await page.getByRole('link', { name: /^View booking BK-/ }).click()
    await page.waitForURL(/\/dashboard\/bookings\//)
  })
  const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const trail = (of: Page) => of.getByRole('region', { name: 'History' }).getByRole('heading', { level: 3 })
  await expect(trail(page)).toHaveText(['Request'])

  const mara = await enterAs('mara')
  await mara.page.setViewportSize({ width: 390, height: 844 })
  await test.step('the DJ answers with other terms, on a phone', async () => {
    await mara.page.goto(`/dashboard/bookings/${bookingId}`)
    await expect(mara.page.getByText('A long set, low ceiling.')).toBeVisible()
    expect(await findInFeed(mara.context.request, bookingId)).toMatchObject({ status: 'TENTATIVE' })
    await mara.page.getByRole('button', { name: 'Counter-offer' }).click()
    await mara.page.getByLabel('Fee', { exact: true }).fill('1400')
    await mara.page.getByLabel('Deposit', { exact: true }).fill('350')
    await mara.page.getByLabel('Hospitality').fill('Two rooms, one bed')
    await expectNoSidewaysScroll(mara.page, 'a counter-offer')
    await mara.page.getByRole('button', { name: 'Send counter-offer' }).click()
    await expect(mara.page.getByText('Counter-offer sent')).toBeVisible()
    await expect(trail(mara.page)).toHaveText(['Counter-offer', 'Request'])
  })

  await test.step('the promoter accepts those terms on a page that was open all the time', async () => {
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    const asked = page.getByRole('alertdialog', { name: 'Accept these terms?' })
    await expect(asked).toContainText('$1,400.00')
    await expect(asked).toContainText('$350.00')
    await asked.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('Accepted. The day is booked in both calendars.')).toBeVisible()
    await expect(trail(page)).toHaveText(['Agreed', 'Counter-offer', 'Request'])
    await expect(trail(mara.page)).toHaveText(['Agreed', 'Counter-offer', 'Request'])
  })

  await test.step('both calendars show the booking, and the public one shows the day as booked', async () => {
    const hers = await findInFeed(mara.context.request, bookingId)
    expect(hers).toMatchObject({ status: 'CONFIRMED' })
    expect(await findInFeed(page.context().request, bookingId)).toEqual(hers)
    await page.goto(`/dj/${djId}?book=${day}`)
    await expect(dialogOf(page).getByText(/^Booked\./)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dayButton(page, day)).toHaveAccessibleName(/, booked$/)
  })

  await test.step('after the event both write a review, and neither is shown before the other', async () => {
    await completeBooking(bookingId)
    await page.goto(`/dashboard/bookings/${bookingId}`)
    // The stars cover their radio buttons.
    await page.getByRole('radio', { name: '5 of 5, superb' }).press('Space')
    await page.getByLabel('Your review').fill(`Stayed until the lights of ${place}.`)
    await page.getByRole('button', { name: 'Save review' }).click()
    await expect(page.getByText('Review saved')).toBeVisible()
    const visiting = await browser.newContext()
    faults.watch(visiting)
    const visitor = await visiting.newPage()
    await visitor.goto(`/dj/${djId}`)
    await expect(visitor.getByText(`Stayed until the lights of ${place}.`)).toBeHidden()
    await mara.page.goto(`/dashboard/bookings/${bookingId}`)
    await mara.page.getByRole('radio', { name: '4 of 5, very good' }).press('Space')
    await mara.page.getByLabel('Your review').fill('Paid on time.')
    await mara.page.getByRole('button', { name: 'Save review' }).click()
    await expect(mara.page.getByText('Review saved')).toBeVisible()
    const review = visitor.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()
    // Pages of visitors are cached for two seconds.
    await expect(async () => {
      await visitor.reload()
      await expect(review).toContainText(`Stayed until the lights of ${place}.`, { timeout: 1000 })
    }).toPass({ timeout: 10_000 })
    await expect(review).toContainText('Warehouse')
    await expect(review).toContainText('5 of 5 stars')
    await visitor.context().close()
  })
})

test('P-02 requesting a DJ at a booked time suggests the nearest free days and keeps the typed text @long', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/409/)
  const { page, context } = await enterAs('jonas')
  const djId = await findDjId(context.request, 'Mara Voss')
  const agreed = await findAgreedSet(djId)
  await page.goto(`/dj/${djId}?book=${agreed.day}`)
  const dialog = dialogOf(page)
  await dialog.getByLabel('Place', { exact: true }).fill('Loom Hall, Glasgow')
  await dialog.getByRole('button', { name: 'Change time zone' }).click()
  await dialog.getByLabel('Time zone of the place').selectOption(agreed.timezone)
  await dialog.getByLabel('Set starts').fill(agreed.starts)
  await dialog.getByLabel('Set ends').fill(agreed.ends)
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(dialog.getByText('That time overlaps another booking. Choose another day.')).toBeVisible()
  await expect(dialog.getByLabel('Date')).toBeFocused()
  const chips = dialog.getByRole('group', { name: 'Nearest free days' }).getByRole('button')
  await expect(chips.first()).toBeVisible()
  await chips.first().click()
  await expect(dialog.getByText(/^Available\./)).toBeVisible()
  await expect(dialog.getByLabel('Place', { exact: true })).toHaveValue('Loom Hall, Glasgow')
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(page.getByText('Booking request sent! The DJ will contact you shortly.')).toBeVisible()
})

test('P-02 D-01 a DJ is found and requested by keyboard alone @long', async ({ enterAs }) => {
  const { page, context } = await enterAs('jonas')
  const djId = await findDjId(context.request, 'Ilse Brandt')
  const day = await findFreeDay(context.request, djId, 3)
  await page.goto('/discover')
  await page.keyboard.press('/')
  await page.keyboard.type('ilse')
  await expect(page).toHaveURL('/discover?q=ilse')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /Ilse/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`/dj/${djId}`)
  // The month is one tab stop; arrows and Page Down move in it.
  await tabTo(page, page.locator('button[data-day][tabindex="0"]'))
  const inFocus = () => page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? '')
  for (let steps = 0; steps < 20 && (await inFocus()).slice(0, 7) < day.slice(0, 7); steps += 1) {
    const before = await inFocus()
    await page.keyboard.press('PageDown')
    await expect.poll(async () => (await inFocus()) || before).not.toBe(before)
  }
  for (let steps = 0; steps < 40 && (await inFocus()) !== day; steps += 1) {
    const before = await inFocus()
    await page.keyboard.press(before < day ? 'ArrowRight' : 'ArrowLeft')
    await expect.poll(async () => (await inFocus()) || before).not.toBe(before)
  }
  // The days of a month are shown before their availability.
  await expect(dayButton(page, day)).toHaveAccessibleName(/, available$/)
  await page.keyboard.press('Enter')
  await expect(dayButton(page, day)).toHaveAttribute('aria-pressed', 'true')
  const book = page
    .getByRole('complementary', { name: /^Reaching/ })
    .getByRole('button', { name: 'Book Now' })
  await tabTo(page, book)
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  // Escape returns the focus, and reopening the dialog restores the typed values.
  await tabTo(page, dialog.getByLabel('Place', { exact: true }))
  await page.keyboard.type('Loom Hall, Glasgow')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(book).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Place', { exact: true })).toHaveValue('Loom Hall, Glasgow')
  await tabTo(page, dialog.getByRole('button', { name: 'Book Now' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booking request sent! The DJ will contact you shortly.')).toBeVisible()
})

test('P-01 D-02 previews of shared links describe their page', async ({ page, request }) => {
  const djId = await findDjId(request, 'Mara Voss')
  await page.goto(`/dj/${djId}?book=any`)
  await expect(page).toHaveTitle('Mara Voss — Back to Back')
  const said = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
  expect(await said('og:title')).toBe('Mara Voss')
  const canonical = (await page.locator('link[rel=canonical]').getAttribute('href')) ?? ''
  expect(new URL(canonical).pathname + new URL(canonical).search).toBe(`/dj/${djId}`)
  const card = await request.get((await said('og:image')) ?? '')
  expect(card.headers()['content-type']).toBe('image/png')
  const again = await request.get(card.url(), { headers: { 'if-none-match': card.headers()['etag'] ?? '' } })
  expect(again.status()).toBe(304)
  const schema = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(schema).toMatchObject({ '@type': 'MusicGroup', name: 'Mara Voss', genre: ['Techno'] })
  expect(schema.aggregateRating.reviewCount).toBeGreaterThan(0)
  expect(schema.sameAs.length).toBeGreaterThan(0)
  expect((await request.get('/dj/nobody/card.png')).status()).toBe(404)

  await page.goto('/discover?genre=Techno&q=mara')
  await expect(page).toHaveTitle('Techno DJs — Back to Back')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/discover\?genre=Techno$/)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
})
