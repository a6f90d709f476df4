import type { Locator, Page } from '@playwright/test'
import { check, expectAccessible } from './support/accessibility'
import { findDjId, findFreeDay } from './support/bookings'
import { expect } from './support/journey'
import { followEmailLink } from './support/mailbox'
import { send, test } from './support/member'
import { confirmAddress } from './support/sign-in'

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

/** Accepts the member's first pending request, as their page does. */
async function accept(page: Page): Promise<void> {
  const pending = await (await page.request.get('/api/v1/connections?tab=pending')).json()
  await send(page, 'POST', `connections/${pending.connections[0].id}/accept`)
}

/** Sends a DJ a booking request for their last available day in two months. */
async function requestDj(page: Page, place: string): Promise<void> {
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
  ['Money', '/dashboard/money', 'Money'],
  ['Invitations', '/dashboard/invitations', 'Invitations'],
  ['Settings', '/dashboard/settings', 'Settings'],
] as const

test('M-01 every link of the sidebar leads to its screen and is marked as current; a phone has a drawer', async ({
  enterAs,
}) => {
  const { page } = await enterAs('mara')
  await page.goto('/dashboard')
  const links = sidebar(page).getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(addresses)).toEqual(new Set([...screens.map(([, address]) => address), '/']))
  for (const [label, address, heading] of screens) {
    const link = sidebar(page).getByRole('link', { name: new RegExp(`^${label}`) })
    await link.click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Member Dashboard' }).click()
  const drawer = page.getByRole('dialog', { name: 'Member Dashboard' })
  await drawer.getByRole('link', { name: /^Network/ }).click()
  await expect(page).toHaveURL('/dashboard/network')
  await expect(drawer).toBeHidden()
})

test('M-02 M-03 M-04 M-05 a new member’s dashboard counts and lists their activity, and links to it', async ({
  member,
  enterAs,
}) => {
  const { page, id } = member
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome to Back to Back' })).toBeVisible()
  await expect(page.getByText('No recent activity')).toBeVisible()
  await expectAccessible(page, 'the dashboard of a new member')
  const main = page.getByRole('main')
  for (const name of ['Connections', 'Bookings', 'Messages', 'Profile Views'])
    await expect(figure(page, name), name).toHaveText('0')
  for (const [name, address] of [
    [/^Edit Profile/, '/dashboard/profile'],
    [/^Find Connections/, '/dashboard/members?show=suggested'],
    [/^Browse Members/, '/dashboard/members'],
    ['Connections', '/dashboard/network'],
    ['Bookings', '/dashboard/bookings'],
    ['Profile Views', '/dashboard/profile'],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)

  const temi = await enterAs('temi')
  await send(temi.page, 'POST', `members/${id}/connection`)
  await page.reload()
  // A request is not a connection yet.
  await expect(figure(page, 'Connections')).toHaveText('0')
  await expect(main.getByText('1 to answer')).toBeVisible()
  await accept(page)
  await requestDj(page, `Kiln ${Date.now().toString(36)}`)
  for (let views = 0; views < 2; views += 1) await send(temi.page, 'POST', `djs/${id}/views`)
  await page.reload()
  await expect(figure(page, 'Connections')).toHaveText('1')
  await expect(main.getByText('1 this month')).toBeVisible()
  await expect(figure(page, 'Bookings')).toHaveText('1')
  await expect(figure(page, 'Profile Views'), 'counts one view per viewer and day').toHaveText('1')
  await expect(activity(page)).toHaveCount(2)
  await expect(activity(page).first()).toContainText('You sent Juno Okafor a request: Warehouse, $800.00')
  await expect(activity(page).last()).toContainText(/You and .*Temi.* are connected/i)
  await activity(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/dashboard\/bookings\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Warehouse')

  // The request appears on the dashboards of the people involved, and on no others.
  const juno = await enterAs('juno')
  await juno.page.goto('/dashboard')
  await expect(
    activity(juno.page).filter({ hasText: 'Ada Verboven sent a request: Warehouse' }).first(),
  ).toBeVisible()
  await temi.page.goto('/dashboard')
  await expect(activity(temi.page).filter({ hasText: 'Ada Verboven' }).first()).toContainText('are connected')
  await expect(activity(temi.page).filter({ hasText: 'Warehouse, $800.00' })).toHaveCount(0)
})

test('M-06 the link in an email’s footer stops emails of that kind without a session, and can be undone @long', async ({
  member,
  page,
  enterAs,
}) => {
  const { email, id } = member
  await confirmAddress(email)
  const juno = await enterAs('juno')
  await send(juno.page, 'POST', `members/${id}/connection`, { note: 'From the other room' })
  const stop = await followEmailLink(page, email, /Juno/, /^Stop emails about connections/)
  await expect(stop.getByRole('heading', { level: 1, name: 'Stop emails about connections?' })).toBeVisible()
  await check(stop, 'the question whether to stop emails')
  await member.page.goto('/dashboard/settings')
  const choice = member.page.getByRole('switch', { name: 'Connection requests' })
  await expect(choice, 'opening the link changes nothing').toBeChecked()
  await stop.getByRole('button', { name: 'Stop emails' }).click()
  await expect(stop.getByRole('heading', { name: 'Emails about connections stopped' })).toBeFocused()
  await check(stop, 'stopped emails')
  await member.page.reload()
  await expect(choice).not.toBeChecked()
  await expect(member.page.getByRole('switch', { name: 'Booking offers and changes' })).toBeChecked()

  await stop.getByRole('button', { name: 'Resume emails' }).click()
  await expect(stop.getByRole('heading', { name: 'Stop emails about connections?' })).toBeFocused()
  await member.page.reload()
  await expect(choice).toBeChecked()
})
