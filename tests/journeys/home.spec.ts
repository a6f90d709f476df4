import { expect, test } from './support/journey'

test('H-01 R-01 the home of who is signed in: four quick actions', async ({ customer }) => {
  const { page } = customer
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: /Ada\.$/ })).toBeVisible()
  const actions = page.getByRole('navigation', { name: 'Quick Actions' })
  for (const [name, address] of [
    ['Browse Events', '/events'],
    ['My Tickets', '/customer/dashboard'],
    ['Network', '/dashboard/network'],
    ['Dashboard', '/dashboard'],
  ] as const)
    await expect(actions.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', address)
  await actions.getByRole('link', { name: /^My Tickets/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Dashboard' })).toBeVisible()
})

test('H-03 the next six nights, soonest first, and the way to all', async ({ customer, request }) => {
  const { page } = customer
  await page.goto('/')
  const { events } = await (await request.get('/api/v1/events', { params: { limit: '6' } })).json()
  const titles = page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 })
  await expect(titles).toHaveText(events.map((event: { title: string }) => event.title))
  await page.getByRole('link', { name: 'View All Events' }).click()
  await expect(page).toHaveURL('/events')
})

test('H-04 Explore More leads to DJs, events and the network', async ({ customer }) => {
  const { page } = customer
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Explore More' })).toBeVisible()
  for (const [name, address] of [
    ['New DJ Spotlights', '/discover'],
    ['Trending Events', '/events'],
    ['Expand Your Network', '/dashboard/network'],
  ] as const)
    await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', address)
})
