import { expect, test } from './support/journey'

test('H-01 H-03 H-04 R-01 the home page shows a signed-in person quick actions, the next six events, and links to explore', async ({
  customer,
  request,
}) => {
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
  const { events } = await (await request.get('/api/v1/events', { params: { limit: '6' } })).json()
  const titles = page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 })
  await expect(titles).toHaveText(events.map((event: { title: string }) => event.title))
  await expect(page.getByRole('heading', { name: 'Explore More' })).toBeVisible()
  for (const [name, address] of [
    ['New DJ Spotlights', '/discover'],
    ['Trending Events', '/events'],
    ['Expand Your Network', '/dashboard/network'],
    ['View All Events', '/events'],
  ] as const)
    await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', address)
  await actions.getByRole('link', { name: /^My Tickets/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Dashboard' })).toBeVisible()
})
