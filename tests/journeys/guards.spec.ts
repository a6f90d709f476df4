import { DEMO_PASSWORD, demoEmail } from './support/people'
import { expect, test } from './support/journey'
import { becomeAnonymous, signInByForm } from './support/sign-in'

const guarded = [
  '/customer/dashboard',
  '/admin',
  '/admin/users',
  '/admin/invitations',
  '/admin/bookings',
  '/admin/payments',
  '/admin/settings',
  '/dashboard',
  '/dashboard/member-type-selection',
  '/dashboard/profile',
  '/dashboard/profile?tab=types',
  '/dashboard/network',
  '/dashboard/network?tab=pending',
  '/dashboard/members',
  '/dashboard/members/018cc251-0000-7000-8000-00000000dead',
  '/dashboard/bookings',
  '/dashboard/bookings/018cc251-0000-7000-8000-00000000dead',
  '/dashboard/events',
  '/dashboard/events/create',
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/edit',
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/preview',
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/analytics',
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/refunds',
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/guests?tab=messages',
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/check-in',
  '/dashboard/invitations',
  '/dashboard/settings',
  '/dashboard/chat',
  '/dashboard/chat/general',
]

test('R-04 R-05 R-06 R-07 every guarded page redirects a visitor to /auth, from which sign-in leads back', async ({
  request,
}) => {
  for (const path of guarded) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(307)
    const target = new URL(answer.headers()['location'] ?? '', 'http://here')
    expect([target.pathname, target.searchParams.get('next')]).toEqual(['/auth', path])
  }
})

test('R-07 the former URL of a check-in page redirects to the current one @long', async ({ request }) => {
  const event = '/dashboard/events/018cc251-0000-7000-8000-00000000dead'
  const response = await request.get(`${event}/door`, { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  expect(response.headers()['location']).toBe(`${event}/check-in`)
})

const screens = [
  '/dashboard',
  '/dashboard/member-type-selection',
  '/dashboard/profile',
  '/dashboard/network',
  '/dashboard/members',
  '/dashboard/bookings',
  '/dashboard/events',
  '/dashboard/events/create',
  '/dashboard/settings',
]

test('R-05 R-06 R-07 customers and moderators can open every dashboard screen, and no screen of the admin panel @long', async ({
  customer,
  enterAs,
}) => {
  const moderator = await enterAs('moderator')
  for (const { context } of [customer, moderator]) {
    for (const path of screens) {
      const answer = await context.request.get(path, { maxRedirects: 0 })
      expect(answer.status(), path).toBe(200)
      expect(await answer.text(), path).toMatch(/<h1[ >]/)
    }
    const panel = await context.request.get('/admin/users', { maxRedirects: 0 })
    expect([panel.status(), panel.headers()['location']]).toEqual([307, '/'])
  }
})

/** Returns the text of the main part of a page. */
const wordsOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('R-06 another person’s booking and a missing one show the same 404 @long', async ({
  customer,
  enterAs,
}) => {
  const mara = await enterAs('mara')
  const { bookings } = await (await mara.context.request.get('/api/v1/bookings?period=ahead')).json()
  const words = []
  for (const id of [bookings[0].id, '018cc251-0000-7000-8000-00000000dead', 'nothing']) {
    const answer = await customer.context.request.get(`/dashboard/bookings/${id}`)
    expect(answer.status(), id).toBe(404)
    words.push(wordsOf(await answer.text()))
  }
  expect(words[0]).toMatch(/\w{3}/)
  expect(new Set(words).size).toBe(1)
  expect((await customer.context.request.get('/dashboard/nothing/here')).status()).toBe(404)
})

test('R-06 R-10 signing in returns to the screen and tab that required it @long', async ({ page }) => {
  await page.goto('/dashboard/network?tab=pending')
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(demoEmail('owen'))
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/network?tab=pending')
  await expect(page.getByRole('tab', { name: /^Pending/, selected: true })).toBeVisible()
})

test('R-10 signing in leads each role to its home, or to the previous page if it belongs to this site and the role may open it @long', async ({
  page,
}) => {
  for (const [key, next, landed] of [
    ['admin', '', '/admin'],
    ['temi', '', '/dashboard'],
    ['customer', '/events?q=dust', '/events?q=dust'],
    ['customer', '/admin/users', '/customer/dashboard'],
    ['customer', '//evil.example/', '/customer/dashboard'],
  ] as const) {
    await becomeAnonymous(page)
    await signInByForm(page, { email: demoEmail(key), password: DEMO_PASSWORD }, next || undefined)
    await expect(page).toHaveURL(landed)
  }
})

test('R-02 each tab of /auth has its own address, and a signed-in person is redirected', async ({
  page,
  customer,
}) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/tab=sign-up/)
  await page.reload()
  await expect(page.getByRole('form', { name: 'Sign Up' })).toBeVisible()
  const answer = await customer.context.request.get('/auth?next=%2Fevents', { maxRedirects: 0 })
  expect(answer.headers()['location']).toBe('/events')
})

const titlesOf = (html = '') => [...html.matchAll(/<title[^>]*>([^<]*)</g)].map(([, title]) => title)

test('R-08 T-06 the page of a missing event or DJ has exactly one title', async ({ request }) => {
  for (const [path, title] of [
    ['/events/018cc251-0000-7000-8000-000000000000', 'Event not found — Back to Back'],
    ['/dj/nothing', 'DJ not found — Back to Back'],
    ['/events', 'Upcoming Events — Back to Back'],
  ] as const)
    expect(titlesOf(await (await request.get(path)).text()), path).toEqual([title])
})

test('R-08 any unknown address shows a page with status 404 and a link home @long', async ({
  page,
  request,
  faults,
}) => {
  faults.expect(/status of 404/)
  for (const path of ['/events/nothing/here', '/customer', '/events.php', '/dev/components']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(titlesOf(await answer.text()), path).toEqual(['Page not found — Back to Back'])
  }
  expect((await page.goto('/nowhere'))?.status()).toBe(404)
  await expect(page).toHaveTitle('Page not found — Back to Back')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(
    page.getByText("The page you're looking for doesn't exist or has been moved.", { exact: true }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('R-03 DJs and events are open to everyone', async ({ request }) => {
  const { djs } = await (await request.get('/api/v1/djs?limit=1')).json()
  const { events } = await (await request.get('/api/v1/events?limit=1')).json()
  for (const path of ['/discover', `/dj/${djs[0].id}`, '/events', `/events/${events[0].id}`]) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(200)
    expect(await answer.text(), path).toMatch(/<h1[ >]/)
  }
})

test('R-09 a guarded page shows a placeholder while it loads', async ({ customer: { page } }) => {
  await page.goto('/events')
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/rpc/**', async (route) => {
    await held
    await route.continue()
  })
  const placeholder = page.getByText('Loading', { exact: true })
  await expect(placeholder).not.toBeAttached()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard', exact: true })
    .click()
  await expect(placeholder).toBeAttached()
  // While the placeholder is shown, the tab already has the title of the next page.
  await expect(page).toHaveTitle('My Dashboard — Back to Back')
  go()
  await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeVisible()
})
