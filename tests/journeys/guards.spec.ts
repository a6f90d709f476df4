import { DEMO_PASSWORD, demoEmail } from './support/people'
import { expect, test } from './support/journey'

const guarded = [
  '/customer/dashboard',
  '/admin',
  '/admin/users',
  '/admin/invitations',
  '/admin/bookings',
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
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/guests?tab=messages',
  '/dashboard/events/018cc251-0000-7000-8000-00000000dead/door',
  '/dashboard/invitations',
  '/dashboard/settings',
  '/dashboard/chat',
  '/dashboard/chat/general',
]

for (const path of guarded) {
  test(`R-04 R-05 R-06 R-07 ${path} leads somebody without a session to /auth, and remembers where to`, async ({
    request,
  }) => {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status(), 'a redirect before anything is drawn').toBe(307)
    const target = new URL(answer.headers()['location'] ?? '', 'http://here')
    expect(target.pathname).toBe('/auth')
    expect(target.searchParams.get('next')).toBe(path)
  })
}

test('R-05 somebody who is no admin goes from /admin to /', async ({ customer, enterAs }) => {
  const moderator = await enterAs('moderator')
  for (const { page } of [customer, moderator]) {
    await page.goto('/admin/users')
    await expect(page).toHaveURL(/\/$/)
  }
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

test('R-06 R-07 being signed in is enough for every screen of the dashboard, also for a customer', async ({
  customer,
  enterAs,
}) => {
  const moderator = await enterAs('moderator')
  for (const path of screens)
    for (const { page } of [customer, moderator]) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
})

test('R-06 R-10 who had to sign in first comes to the screen and the tab they were on the way to', async ({
  page,
}) => {
  await page.goto('/dashboard/network?tab=pending')
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(demoEmail('owen'))
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/network?tab=pending')
  await expect(page.getByRole('tab', { name: /^Pending/, selected: true })).toBeVisible()
})

test('R-06 what is not theirs, or not there, is a 404 in the same words', async ({
  customer,
  enterAs,
  faults,
}) => {
  faults.expect(/status of 404/)
  const mara = await enterAs('mara')
  const { bookings } = await (await mara.page.request.get('/api/v1/bookings?when=ahead')).json()
  const words = []
  for (const id of [bookings[0].id, '018cc251-0000-7000-8000-00000000dead', 'nothing']) {
    const answer = await customer.page.goto(`/dashboard/bookings/${id}`)
    expect(answer?.status(), id).toBe(404)
    words.push(await customer.page.getByRole('main').innerText())
  }
  expect(new Set(words).size).toBe(1)
  const unbuilt = await customer.page.goto('/dashboard/nothing/here')
  expect(unbuilt?.status()).toBe(404)
})

for (const [key, home] of [
  ['admin', '/admin'],
  ['customer', '/customer/dashboard'],
  ['temi', '/dashboard'],
] as const) {
  test(`R-10 signing in leads ${key} to ${home}`, async ({ page }) => {
    await page.goto('/auth')
    const form = page.getByRole('form', { name: 'Sign In' })
    await form.getByLabel('Email').fill(demoEmail(key))
    await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(home)
  })
}

for (const [next, wanted] of [
  ['/events?q=dust', '/events?q=dust'],
  ['/customer/dashboard?tab=orders', '/customer/dashboard?tab=orders'],
  ['/admin/users', '/customer/dashboard'],
  ['https://evil.example/', '/customer/dashboard'],
  ['//evil.example/', '/customer/dashboard'],
  ['/\\evil.example', '/customer/dashboard'],
  ['javascript:alert(1)', '/customer/dashboard'],
] as const) {
  test(`R-10 a customer who was on the way to ${next} lands on ${wanted}`, async ({ page }) => {
    await page.goto(`/auth?tab=sign-in&next=${encodeURIComponent(next)}`)
    const form = page.getByRole('form', { name: 'Sign In' })
    await form.getByLabel('Email').fill(demoEmail('tom'))
    await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(wanted)
  })
}

test('R-02 the two tabs of /auth are in its address, and who is signed in is sent on', async ({
  page,
  customer,
}) => {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/tab=sign-up/)
  await page.reload()
  await expect(page.getByRole('form', { name: 'Sign Up' })).toBeVisible()
  await customer.page.goto('/auth?next=%2Fevents')
  await expect(customer.page).toHaveURL('/events')
})

const titlesOf = (html = '') => [...html.matchAll(/<title[^>]*>([^<]*)</g)].map(([, title]) => title)

test('R-08 T-06 a page of a missing event or DJ has one title', async ({ request }) => {
  for (const [path, title] of [
    ['/events/018cc251-0000-7000-8000-000000000000', 'Event not found — Back to Back'],
    ['/dj/nothing', 'DJ not found — Back to Back'],
    ['/events', 'Upcoming Events — Back to Back'],
  ] as const)
    expect(titlesOf(await (await request.get(path)).text()), path).toEqual([title])
})

test('R-08 anything else is a page of its own, with status 404', async ({ page, faults }) => {
  faults.expect(/status of 404/)
  for (const path of ['/nowhere', '/events/nothing/here', '/customer', '/events.php', '/dev/components']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    expect(titlesOf(await answer?.text()), path).toEqual(['Page not found — Back to Back'])
    await expect(page).toHaveTitle('Page not found — Back to Back')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(
      page.getByText("The page you're looking for doesn't exist or has been moved.", { exact: true }),
    ).toBeVisible()
  }
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('R-03 anybody may look at DJs and events', async ({ page, request }) => {
  const { djs } = await (await request.get('/api/v1/djs?limit=1')).json()
  const { events } = await (await request.get('/api/v1/events?limit=1')).json()
  for (const path of ['/discover', `/dj/${djs[0].id}`, '/events', `/events/${events[0].id}`]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('R-09 a placeholder shows while a guarded page is on its way', async ({ customer: { page } }) => {
  await page.goto('/events')
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/rpc/**', async (route) => {
    await held
    await route.continue()
  })
  const placeholder = page.getByText('Loading', { exact: true })
  await expect(placeholder).not.toBeAttached()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(placeholder).toBeAttached()
  // A tab is called something also meanwhile.
  await expect(page).toHaveTitle('Back to Back')
  go()
  await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeVisible()
})
