import type { Locator, Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { findDjId, findFreeDay } from './support/bookings'
import { expect } from './support/journey'
import { followMail } from './support/mailbox'
import { send, test } from './support/member'

const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Member Dashboard' })
const figure = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
    .getByRole('definition')
    .first()
const activity = (page: Page): Locator =>
  page.getByRole('main').locator('section').filter({ hasText: 'Recent Activity' }).getByRole('listitem')

/** The member's answer to the request that somebody sent them, as their page would send it. */
async function accept(page: Page): Promise<void> {
  const pending = await (await page.request.get('/api/v1/connections?tab=pending')).json()
  await send(page, 'POST', `connections/${pending.connections[0].id}/accept`)
}

/** A request of a promoter for one of the last free days of a DJ, two months ahead. */
async function askDj(page: Page, place: string): Promise<void> {
  const djId = await findDjId(page.request, 'Juno Okafor')
  const day = await findFreeDay(page.request, djId, 2)
  await send(page, 'POST', `djs/${djId}/bookings`, {
    eventType: 'Warehouse',
    location: place,
    timezone: 'Europe/Berlin',
    startsAt: `${day}T20:00:00.000Z`,
    endsAt: `${day}T22:00:00.000Z`,
    feeCents: 80_000,
    clientKey: crypto.randomUUID(),
  })
}

const screens = [
  ['Dashboard', '/dashboard', 'Dashboard'],
  ['Profile', '/dashboard/profile', 'Profile'],
  ['Network', '/dashboard/network', 'Network'],
  ['Bookings', '/dashboard/bookings', 'Bookings'],
  ['Events', '/dashboard/events', 'My Events'],
  ['Chat', '/dashboard/chat', 'Chat'],
  ['Invitations', '/dashboard/invitations', 'Invitations'],
  ['Settings', '/dashboard/settings', 'Settings'],
] as const

test('M-01 every link of the sidebar leads to a screen of its own, and says which one is open', async ({
  enterAs,
}) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard')
  const links = sidebar(page).getByRole('link')
  const count = await links.count()
  const addresses = await Promise.all(
    Array.from({ length: count }, (_, place) => links.nth(place).getAttribute('href')),
  )
  expect(new Set(addresses)).toEqual(new Set([...screens.map(([, address]) => address), '/']))
  for (const [label, address, heading] of screens) {
    const link = sidebar(page).getByRole('link', { name: new RegExp(`^${label}`) })
    await link.click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    // The same screen, drawn by the server.
    expect((await page.request.get(address)).status(), address).toBe(200)
  }
  await sidebar(page).getByRole('link', { name: 'Back to Site' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('M-01 on a phone the sidebar is a drawer that closes behind whoever follows it', async ({ enterAs }) => {
  const { page } = await enterAs('mara')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Member Dashboard' }).click()
  const drawer = page.getByRole('dialog', { name: 'Member Dashboard' })
  await drawer.getByRole('link', { name: /^Network/ }).click()
  await expect(page).toHaveURL('/dashboard/network')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible()
})

test('M-02 the figures count what there is, and lead to where it is', async ({ member, enterAs }) => {
  const { page, id } = member
  await page.goto('/dashboard')
  for (const name of ['Connections', 'Bookings', 'Messages', 'Profile Views'])
    await expect(figure(page, name), name).toHaveText('0')

  const temi = await enterAs('temi')
  await send(temi.page, 'POST', `members/${id}/connection`)
  await page.reload()
  // Asked is not connected.
  await expect(figure(page, 'Connections')).toHaveText('0')
  await expect(page.getByRole('main').getByText('1 to answer')).toBeVisible()
  await accept(page)
  await askDj(page, `Kiln ${Date.now().toString(36)}`)
  await send(temi.page, 'POST', `djs/${id}/views`)
  await send(temi.page, 'POST', `djs/${id}/views`)
  await page.reload()
  await expect(figure(page, 'Connections')).toHaveText('1')
  await expect(page.getByRole('main').getByText('1 this month')).toBeVisible()
  await expect(figure(page, 'Bookings')).toHaveText('1')
  await expect(figure(page, 'Profile Views'), 'once per viewer and day').toHaveText('1')

  for (const [name, address] of [
    ['Connections', '/dashboard/network'],
    ['Bookings', '/dashboard/bookings'],
    ['Profile Views', '/dashboard/profile'],
  ] as const) {
    await page.goto('/dashboard')
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
  }
})

test('M-03 the three quick actions lead to where they are done', async ({ member: { page } }) => {
  for (const [name, address, heading] of [
    [/^Edit Profile/, '/dashboard/profile', 'Profile'],
    [/^Find Connections/, '/dashboard/members?show=suggested', 'Browse Members'],
    [/^Browse Members/, '/dashboard/members', 'Browse Members'],
  ] as const) {
    await page.goto('/dashboard')
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('M-04 what really happened is there, newest first, and leads to it', async ({ member, enterAs }) => {
  const { page, id } = member
  await page.goto('/dashboard')
  await expect(page.getByText('No recent activity')).toBeVisible()
  const { page: nova } = await enterAs('nova')
  await send(nova, 'POST', `members/${id}/connection`)
  await accept(page)
  await askDj(page, `Kiln ${Date.now().toString(36)}`)
  await page.reload()
  await expect(activity(page)).toHaveCount(2)
  await expect(activity(page).first()).toContainText('You sent Juno Okafor a request: Warehouse, $800.00')
  await expect(activity(page).last()).toContainText(/You and .*Nova.* are connected/i)
  await activity(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/dashboard\/bookings\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Warehouse')

  // What happened between two people is on the other one's dashboard too, and on nobody else's.
  const juno = await enterAs('juno')
  await juno.page.goto('/dashboard')
  await expect(
    activity(juno.page).filter({ hasText: 'Ada Verboven sent a request: Warehouse' }).first(),
  ).toBeVisible()
  await nova.goto('/dashboard')
  await expect(activity(nova).filter({ hasText: 'Ada Verboven' }).first()).toContainText('are connected')
  await expect(activity(nova).filter({ hasText: 'Warehouse, $800.00' })).toHaveCount(0)
})

test('M-04 activity that cannot be read leaves the rest standing, and can be tried again', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/status of 500/)
  const { page } = await enterAs('jonas')
  await page.goto('/dashboard/settings')
  await page.route('**/api/rpc/members/activity', (route) => route.fulfill({ status: 500, body: 'away' }))
  await sidebar(page).getByRole('link', { name: 'Dashboard' }).click()
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 20_000 })
  await expect(figure(page, 'Connections')).toHaveText(/^\d+$/)
  // Pressed first: until then whatever else has it read again fails as well, and brings the button back.
  await again.click()
  await page.unroute('**/api/rpc/members/activity')
  await expect(activity(page).first()).toBeVisible()
})

test('M-06 a choice about mails is saved at once, and goes back when that fails', async ({
  member: { page },
  faults,
}) => {
  faults.expect(/status of 500/)
  await page.goto('/dashboard/settings')
  const choice = page.getByRole('switch', { name: 'Booking offers and changes' })
  await expect(choice).toBeChecked()
  await choice.press(' ')
  await expect(page.getByText('Saved. Booking offers and changes: no mail.')).toBeVisible()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Connection requests' })).toBeChecked()

  await page.route('**/api/rpc/notifications/setMailChoice', (route) =>
    route.fulfill({ status: 500, body: 'away' }),
  )
  await choice.press(' ')
  await expect(choice).not.toBeChecked()
  await expect(
    page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
})

/** Every mail about a notice of this person has been sent, or was found not to be wanted. */
async function mailsAreOut(personId: string): Promise<void> {
  await expect(async () => {
    const left = await withDatabase((ask) =>
      ask(
        `select 1 from pgboss.job j join notifications n on n.id::text = j.data->>'id'
         where j.state in ('created', 'active', 'retry') and j.name = 'notifications.mail' and n.user_id = '${personId}'`,
      ),
    )
    expect(left).toEqual([])
  }).toPass({ timeout: 20_000 })
}

test('M-06 the link at the foot of a mail stops mails of its kind, without a session, and can be taken back', async ({
  member,
  page,
  enterAs,
}) => {
  const { email, id } = member
  await withDatabase((ask) => ask('update accounts set email_verified_at = now() where email = $1', [email]))
  const juno = await enterAs('juno')
  await send(juno.page, 'POST', `members/${id}/connection`, { note: 'From the other room' })
  const stop = await followMail(page, email, /Juno/, /^Stop mails about connections/)
  await expect(stop.getByRole('heading', { level: 1, name: 'Stop mails about connections?' })).toBeVisible()
  // Looking at it has changed nothing.
  await member.page.goto('/dashboard/settings')
  const choice = member.page.getByRole('switch', { name: 'Connection requests' })
  await expect(choice).toBeChecked()
  await stop.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(stop.getByRole('heading', { name: 'No more mails about connections.' })).toBeFocused()
  await member.page.reload()
  await expect(choice).not.toBeChecked()
  await expect(member.page.getByRole('switch', { name: 'Booking offers and changes' })).toBeChecked()

  const temi = await enterAs('temi')
  await send(temi.page, 'POST', `members/${id}/connection`)
  await mailsAreOut(id)
  const box = await (await page.request.get('/dev/mail')).text()
  const subjects = box.split('<li>').filter((row) => row.includes(`To ${email}`))
  expect(subjects.filter((row) => row.includes('Juno'))).toHaveLength(1)
  expect(subjects.filter((row) => row.includes('Temi'))).toHaveLength(0)
  // The bell has both.
  await expect(member.page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()

  await stop.getByRole('button', { name: 'Send them again' }).click()
  await expect(stop.getByRole('heading', { name: 'Stop mails about connections?' })).toBeFocused()
  await member.page.reload()
  await expect(choice).toBeChecked()
})
