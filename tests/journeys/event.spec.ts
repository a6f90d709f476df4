import { expect, test } from './support/journey'
import { leaveOnly } from './support/database'
import { checkoutButton, choose, findEvent, hold, paidHeading, stepper } from './support/tickets'

test('T-01 everything about an event', async ({ page, request }) => {
  const { id } = await findEvent(request, 'Low Ceiling')
  const answer = await page.goto(`/events/${id}`)
  expect(answer?.status()).toBe(200)
  await expect(page).toHaveTitle(/Low Ceiling/)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Low Ceiling' })).toBeVisible()
  await expect(main.getByText('Club Night').first()).toBeVisible()
  await expect(main.getByText(/^Friday \d{1,2} \w+ \d{4}$/)).toBeVisible()
  await expect(main.getByText('23:30 to 06:30')).toBeVisible()
  await expect(main.getByRole('definition').filter({ hasText: 'The Cistern' })).toBeVisible()
  await expect(main.getByText('300 people')).toBeVisible()
  await expect(main.getByText('21+').first()).toBeVisible()
  await expect(main.getByRole('heading', { name: 'About This Event' })).toBeVisible()
  await expect(main.getByText(/Three hundred people, one room/)).toBeVisible()
  const featuring = main.getByRole('region', { name: 'Featuring' })
  await expect(featuring.getByText('Mara Voss').first()).toBeVisible()
})

test('T-01 what search engines read says the same: title, canonical address, offers with the fee', async ({
  page,
  request,
}) => {
  const { id } = await findEvent(request, 'Low Ceiling')
  await page.goto(`/events/${id}`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/events/${id}$`))
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /flyer\.png$/)
  const text = await page.locator('script[type="application/ld+json"]').first().textContent()
  const data = JSON.parse(text ?? '{}')
  expect(data).toMatchObject({ '@type': 'MusicEvent', name: 'Low Ceiling' })
  expect(JSON.stringify(data.offers)).toContain('22')
  const picture = await request.get(`/events/${id}/flyer.png`)
  expect(picture.headers()['content-type']).toBe('image/png')
  const calendar = await request.get(`/events/${id}.ics`)
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR[\s\S]*SUMMARY:Low Ceiling/)
})

test('T-02 T-03 T-04 the stepper ends at 0, 10 and the stock; the bill adds up to the cent', async ({
  page,
  request,
}) => {
  const event = await findEvent(request, 'Weather Permitting')
  const type = event.ticketTypes.find(({ available }) => available > 10)
  await page.goto(`/events/${event.id}`)
  const name = type?.name ?? ''
  const fewer = stepper(page, name).getByRole('button', { name: 'Fewer' })
  const more = stepper(page, name).getByRole('button', { name: 'More' })
  await expect(checkoutButton(page)).toBeDisabled()
  await expect(fewer).toHaveAttribute('aria-disabled', 'true')
  await choose(page, name, 10)
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await expect(checkoutButton(page)).toBeEnabled()
  const cents = (type?.priceCents ?? 0) * 10
  const dollars = (amount: number) => `$${(amount / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
  const panel = page.getByRole('region', { name: 'Select Tickets' })
  const line = (label: string) => panel.getByText(label).locator('..')
  await expect(line('Subtotal')).toHaveText(`Subtotal${dollars(cents)}`)
  await expect(line('Service fee')).toHaveText(`Service fee (10%)${dollars(cents / 10)}`)
  await expect(panel.getByText('Total', { exact: true }).locator('..')).toHaveText(
    `Total${dollars(cents * 1.1)}`,
  )
})

test('T-02 plus is off at what is left, and a sold-out type has no stepper', async ({ page, request }) => {
  const event = await findEvent(request, 'Slow Elevator')
  const [type, ...others] = event.ticketTypes
  await leaveOnly(type?.id ?? '', 2)
  await page.goto(`/events/${event.id}`)
  const name = type?.name ?? ''
  await choose(page, name, 2)
  await expect(stepper(page, name).getByRole('button', { name: 'More' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  for (const other of others) await leaveOnly(other.id, 0)
  await leaveOnly(type?.id ?? '', 0)
  await expect(async () => {
    await page.goto(`/events/${event.id}`)
    await expect(page.getByText('Sold out').first()).toBeVisible({ timeout: 500 })
    await expect(stepper(page, name)).toHaveCount(0)
  }).toPass()
})

test('T-02 an open page learns what others bought: the choice is reduced, and the page says so', async ({
  page,
  request,
}) => {
  const event = await findEvent(request, 'Blackout Rehearsal')
  const [type] = event.ticketTypes
  const name = type?.name ?? ''
  await page.clock.install()
  await page.goto(`/events/${event.id}`)
  await choose(page, name, 3)
  await leaveOnly(type?.id ?? '', 1)
  await page.clock.fastForward(11_000)
  const note = page.getByRole('status').filter({ hasText: 'Only 1 left. 2 tickets were removed' })
  await expect(note).toBeVisible()
  await expect(stepper(page, name).getByRole('status')).toHaveText('1')
  await expect(checkoutButton(page)).toBeEnabled()
})

test('T-02 fast presses are all counted', async ({ page, request }) => {
  const event = await findEvent(request, 'Weather Permitting')
  const name = event.ticketTypes.find(({ available }) => available > 10)?.name ?? ''
  await page.goto(`/events/${event.id}`)
  const more = stepper(page, name).getByRole('button', { name: 'More' })
  await more.evaluate(async (button: HTMLElement) => {
    for (let presses = 0; presses < 7; presses += 1) {
      button.click()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })
  await expect(stepper(page, name).getByRole('status')).toHaveText('7')
  await expect(page).toHaveURL(/\.7$/)
})

test('T-02 the selection is in the address, so that it survives a reload', async ({ page, request }) => {
  const event = await findEvent(request, 'Weather Permitting')
  const name = event.ticketTypes.find(({ available }) => available > 10)?.name ?? ''
  await page.goto(`/events/${event.id}`)
  await choose(page, name, 3)
  await expect(page).toHaveURL(/tickets=/)
  await page.reload()
  await expect(stepper(page, name).getByRole('status')).toHaveText('3')
})

test('T-06 an event that is not there, a draft and a private event look alike', async ({ page, faults }) => {
  faults.expect(/status of 404/)
  for (const id of ['018cc251-0000-7000-8000-000000000000', 'nothing', '1', '%F0%9F%AA%A9']) {
    const answer = await page.goto(`/events/${id}`)
    expect(answer?.status(), id).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page).toHaveURL(/\/events$/)
})

test('T-06 an event without ticket types says what is to come', async ({ page, request }) => {
  const { id } = await findEvent(request, 'Paper Planes')
  await page.goto(`/events/${id}`)
  await expect(page.getByText('Ticket information coming soon', { exact: true })).toBeVisible()
})

test('T-04 a free event skips payment: one press, and the ticket is there', async ({ customer, request }) => {
  const { page } = customer
  const event = await findEvent(request, 'Office Hours')
  await hold(page, event, { 'Free Entry': 1 })
  await expect(paidHeading(page)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Tickets' }).last().click()
  await expect(page.getByRole('article', { name: /Office Hours/ })).toBeVisible()
})
