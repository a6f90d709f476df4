import { expect, test } from './support/journey'
import { checkoutButton, choose, findEvent, hold, paidHeading, stepper } from './support/tickets'

test('T-01 an event page shows everything about the event to people and search engines', async ({
  page,
  request,
}) => {
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

test('T-02 T-03 every fast press counts, the selection survives a reload, and the total is correct @long', async ({
  page,
  request,
}) => {
  const event = await findEvent(request, 'Weather Permitting')
  const type = event.ticketTypes.find(({ available }) => available > 10)
  const name = type?.name ?? ''
  await page.goto(`/events/${event.id}`)
  await expect(checkoutButton(page)).toBeDisabled()
  const more = stepper(page, name).getByRole('button', { name: 'More' })
  await more.evaluate(async (button: HTMLElement) => {
    for (let presses = 0; presses < 7; presses += 1) {
      button.click()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })
  await expect(stepper(page, name).getByRole('status')).toHaveText('7')
  await expect(page).toHaveURL(/\.7$/)
  await page.reload()
  await expect(stepper(page, name).getByRole('status')).toHaveText('7')
  await choose(page, name, 3, 7)
  await expect(more).toHaveAttribute('aria-disabled', 'true')
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

test('T-06 a missing event and a malformed address are a 404 with a link to the events @long', async ({
  page,
  request,
  faults,
}) => {
  faults.expect(/status of 404/)
  for (const id of ['018cc251-0000-7000-8000-000000000000', 'nothing', '%F0%9F%AA%A9'])
    expect((await request.get(`/events/${id}`)).status(), id).toBe(404)
  expect((await page.goto('/events/1'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page).toHaveURL(/\/events$/)
})

test('T-04 a free event skips payment @long', async ({ customer, request }) => {
  const { page } = customer
  const event = await findEvent(request, 'Office Hours')
  await hold(page, event, { 'Free Entry': 1 })
  await expect(paidHeading(page)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Tickets' }).last().click()
  await expect(page.getByRole('article', { name: /Office Hours/ })).toBeVisible()
})
