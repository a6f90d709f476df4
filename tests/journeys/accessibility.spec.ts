import {
  check,
  desk,
  expectAccessibleThemes,
  expectNoSidewaysScroll,
  phone,
  smallest,
} from './support/accessibility'
import { endHold, withDatabase } from './support/database'
import { findDjId, findFreeDay } from './support/bookings'
import { expect } from './support/journey'
import { followMail } from './support/mailbox'
import { send, test } from './support/member'
import { approve, choose, findEvent, goAndPay, hold } from './support/tickets'

const open = [
  ['L-01 the landing', '/', 'Where DJs Connect'],
  ['E-01 the wall of events', '/events', 'Upcoming Events'],
  ['E-01 the list of events', '/events?view=list', 'Upcoming Events'],
  ['E-05 nothing found', '/events?q=polka', 'Upcoming Events'],
  ['A-01 sign in', '/auth?tab=sign-in', 'Sign In'],
  ['A-02 sign up', '/auth?tab=sign-up', 'Sign Up'],
  ['A-01 forgotten password', '/auth/forgot', 'Forgotten your password?'],
  ['A-04 a link that leads nowhere', '/auth/verify?token=none', 'This link leads nowhere'],
  ['L-01 request an invite', '/request-invite', 'Ask to come in.'],
  ['A-02 terms', '/terms', ''],
  ['N-02 privacy', '/privacy', ''],
  ['D-01 discover', '/discover', ''],
] as const

for (const [title, address, heading] of open) {
  test(`${title} is accessible`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeAttached()
    await check(page, address)
  })
}

test('A-03 an invitation that is no good is said at its code, which is accessible', async ({ page }) => {
  await page.goto('/auth?code=WRONGONE')
  await expect(page.getByText('Invalid or expired invitation code')).toBeVisible()
  await check(page, 'an invitation that is no good')
})

test('R-08 T-06 what is not found is accessible', async ({ page, faults }) => {
  faults.expect(/status of 404/)
  for (const address of ['/nowhere', '/events/nothing']) {
    await page.goto(address)
    await check(page, address)
  }
})

test('A-02 a form with faults in it is accessible', async ({ page }) => {
  await page.goto('/auth?tab=sign-up')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await check(page, 'sign up with faults')
})

test('T-01 a night, with and without a choice, is accessible', async ({ page, request }) => {
  const event = await findEvent(request, 'Dust & Diamonds')
  await page.goto(`/events/${event.id}`)
  await check(page, 'an event')
  await choose(page, 'General Admission', 2)
  await check(page, 'an event with a choice')
})

test('H-01 R-06 the screens of somebody signed in are accessible', async ({ customer }) => {
  const { page } = customer
  for (const address of ['/', '/customer/dashboard', '/customer/dashboard?tab=orders', '/dashboard']) {
    await page.goto(address)
    await check(page, address)
  }
})

const screens = [
  ['M-02 M-03 M-04 the dashboard', '/dashboard', 'Dashboard'],
  ['MT-01 the choice of what one does', '/dashboard/member-type-selection', 'What do you do?'],
  ['PR-01 the profile', '/dashboard/profile', 'Profile'],
  ['PR-01 the profile, professional details', '/dashboard/profile?tab=professional', 'Profile'],
  ['PR-01 the profile, member types', '/dashboard/profile?tab=types', 'Profile'],
  ['NW-01 the network', '/dashboard/network', 'Network'],
  ['NW-01 requests that wait', '/dashboard/network?tab=pending', 'Network'],
  ['NW-01 requests that were sent', '/dashboard/network?tab=sent', 'Network'],
  ['M-03 the members', '/dashboard/members', 'Browse Members'],
  ['M-03 suggested members', '/dashboard/members?show=suggested', 'Browse Members'],
  ['M-06 the bookings', '/dashboard/bookings', 'Bookings'],
  ['M-06 the bookings that were played', '/dashboard/bookings?status=completed', 'Bookings'],
  ['M-06 the calendar', '/dashboard/bookings?view=calendar', 'Bookings'],
  ['M-06 the settings', '/dashboard/settings', 'Settings'],
] as const

for (const [title, address, heading] of screens) {
  test(`${title} is accessible`, async ({ enterAs }) => {
    const { page } = await enterAs('mara')
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await check(page, address)
  })
}

test('M-05 the dashboard of somebody new is accessible', async ({ member: { page } }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome to Back to Back' })).toBeVisible()
  await expect(page.getByText('No recent activity')).toBeVisible()
  await check(page, 'the dashboard of somebody new')
})

test('M-03 one member, and one who is not found, are accessible', async ({ enterAs, faults }) => {
  faults.expect(/status of 404/)
  const { page } = await enterAs('mara')
  await page.goto('/dashboard/members')
  await page.getByRole('main').getByRole('link', { name: 'Owen Faulk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Owen Faulk' })).toBeVisible()
  await check(page, 'a member')
  await page.goto('/dashboard/members/nobody')
  await expect(page.getByRole('heading', { level: 1, name: 'Member not found' })).toBeVisible()
  await check(page, 'a member who is not there')
})

test('M-06 one booking that waits and one that was played are accessible', async ({ enterAs }) => {
  test.slow()
  const { page } = await enterAs('mara')
  for (const [when, status] of [
    ['ahead', 'pending'],
    ['past', 'completed'],
  ] as const) {
    const answer = await page.request.get('/api/v1/bookings', { params: { when, status } })
    const { bookings } = await answer.json()
    await page.goto(`/dashboard/bookings/${bookings[0].id}`)
    await expect(page.getByRole('region', { name: 'Paper trail' })).toBeVisible()
    await check(page, `a ${status} booking`)
  }
})

test('M-06 the page behind the link of a mail is accessible, before and after it is used', async ({
  page,
  enterAs,
  member,
}) => {
  test.slow()
  await withDatabase((ask) =>
    ask('update accounts set email_verified_at = now() where email = $1', [member.email]),
  )
  const nova = await enterAs('nova')
  await send(nova.page, 'POST', `members/${member.id}/connection`)
  const stop = await followMail(page, member.email, /Nova/i, /^Stop mails about/)
  await expect(stop.getByRole('heading', { level: 1 })).toContainText('Stop mails')
  await check(stop, 'stopping mails')
  await stop.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(stop.getByRole('heading', { level: 1 })).toContainText('No more mails')
  await check(stop, 'stopped mails')
})

test('M-06 what the bell opens is accessible, with requests and with nothing', async ({
  enterAs,
  member,
}) => {
  test.slow()
  const mara = await enterAs('mara')
  for (const { page } of [mara, member]) {
    for (const size of [desk, phone]) {
      await page.setViewportSize(size)
      await page.goto('/dashboard')
      await page.getByRole('button', { name: /^Notifications/ }).click()
      const panel = page.getByRole('dialog', { name: 'Notifications' })
      await expect(panel.getByRole('listitem').first().or(panel.getByText('Nothing yet'))).toBeVisible()
      await expectAccessibleThemes(page, `the notices, ${size.width} px`)
    }
    await page.setViewportSize(smallest)
    await expectNoSidewaysScroll(page, 'the notices at 320 px')
  }
})

test('N-01 the menu of a phone is accessible', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessibleThemes(page, 'the menu')
})

test('C-01 C-02 C-05 tickets, orders and one ticket are accessible', async ({ enterAs }) => {
  const { page } = await enterAs('customer')
  await page.goto('/customer/dashboard')
  await check(page, 'my tickets')
  await page
    .getByRole('article', { name: /Dust & Diamonds/ })
    .getByRole('link', { name: 'View Details' })
    .click()
  await page.waitForURL(/\/customer\/tickets\//)
  await expect(page.getByRole('img', { name: /QR code of ticket/ })).toHaveCount(1)
  await check(page, 'one ticket')
  await page.goto('/customer/dashboard?tab=orders')
  await check(page, 'orders')
})

test('AD-03 the admin’s first screen is accessible', async ({ enterAs }) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await check(page, '/admin')
})

test('T-04 every screen of buying is accessible', async ({ customer, request }) => {
  test.slow()
  const { page, context } = customer
  const event = await findEvent(request, 'Cold Storage')
  await hold(page, event, { 'General Admission': 1 })
  await check(page, 'the checkout')
  await goAndPay(page)
  await check(page, 'the sandbox')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('The payment was declined.')).toBeVisible()
  await check(page, 'declined')
  await goAndPay(page)
  await approve(page)
  await check(page, 'bought')

  const ended = await hold(page, event, { 'Late Entry': 1 })
  await goAndPay(page)
  await page.getByRole('button', { name: /Approve after 30 seconds/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank.' })).toBeVisible()
  await check(page, 'waiting')
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  expect(ended).not.toBe('')

  // The bank takes its half minute; meanwhile, in another tab.
  const other = await context.newPage()
  const expired = await hold(other, event, { 'General Admission': 2 })
  await endHold(expired)
  await other.reload()
  await expect(other.getByRole('heading', { level: 1, name: /minutes are up/ })).toBeVisible()
  await check(other, 'expired')
  await other.close()

  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank.' })).toBeHidden({
    timeout: 40_000,
  })
  await check(page, 'cancelled while waiting')
})

test('P-01 P-02 the page of a DJ, and the dialog that books them, are accessible', async ({
  page,
  request,
  enterAs,
}) => {
  test.slow()
  const id = await findDjId(request, 'Juno Okafor')
  await page.goto(`/dj/${id}`)
  await check(page, 'the page of a DJ')
  const jonas = await enterAs('jonas')
  await jonas.page.goto(`/dj/${id}?book=${await findFreeDay(request, id, 2)}`)
  await expect(jonas.page.getByRole('dialog', { name: /^Book / })).toBeVisible()
  await check(jonas.page, 'the dialog of a request')
})
