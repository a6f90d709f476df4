import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, type House, testInOwnHouse } from './support/own-site'
import { newPerson, signUp } from './support/people'

const test = testInOwnHouse()
test.describe.configure({ mode: 'serial' })

async function setArea({ address, dataDir }: House, area: 'signed_in' | 'invited'): Promise<void> {
  await withDatabase(
    (ask) =>
      ask(
        "insert into settings (key, value) values ('members_area', $1) on conflict (key) do update set value = $1",
        [JSON.stringify(area)],
      ),
    dataDir,
  )
  await expect(async () => {
    const site = (await (await fetch(`${address}/api/v1/site`)).json()) as { membersArea: string }
    expect(site.membersArea).toBe(area)
  }).toPass({ timeout: 6000 })
}

const invite = (house: House, code: string) =>
  withDatabase((ask) => ask('insert into invitations (code) values ($1)', [code]), house.dataDir)

test('DA-03 A-05 members only: a customer sees how one comes in, redeems a code and is where they wanted to go', async ({
  page,
  house,
  faults,
}) => {
  faults.expect(/status of 422/)
  await setArea(house, 'invited')
  await invite(house, 'JOURNEY1')
  await signUp(page.request, newPerson())

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(page.getByText('Live Chat Feed')).toBeHidden()

  for (const path of [
    '/dashboard',
    '/dashboard/profile',
    '/dashboard/bookings',
    '/dashboard/member-type-selection',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  }
  await page.goto('/dashboard/chat')
  await expectAccessible(page, 'members only')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'members only')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('link', { name: 'Request Invite' })).toHaveAttribute('href', '/request-invite')
  await expect(page.getByRole('link', { name: 'My tickets' })).toHaveAttribute('href', '/customer/dashboard')

  const field = page.getByRole('textbox', { name: 'Invitation code' })
  await field.pressSequentially('NOTACODE')
  await expect(page.getByText('Invalid or expired invitation code')).toBeVisible()
  await field.fill('journey-1')
  await expect(page).toHaveURL(/\/dashboard\/chat$/)
  await expect(page.getByRole('navigation', { name: 'Member Dashboard' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Live Chat Feed')).toBeVisible()
})

test('DA-03 own settings stay everybody’s, and a code is redeemed there too', async ({ page, house }) => {
  await setArea(house, 'invited')
  await invite(house, 'SETTING1')
  await signUp(page.request, newPerson())
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('navigation', { name: 'Your Account' }).getByRole('link')).toHaveText([
    'My Tickets',
    'Settings',
    'Back to Site',
  ])
  await page.getByRole('textbox', { name: 'Invitation code' }).fill('SETTING1')
  await expect(page.getByText('You are a member now.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Member Dashboard' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Invitation code' })).toBeHidden()
})

test('A-05 the link of an invitation leads whoever has an account to where it is redeemed', async ({
  page,
  house,
}) => {
  await setArea(house, 'signed_in')
  await invite(house, 'BYALINK1')
  await signUp(page.request, newPerson())
  await page.goto('/auth?code=BYALINK1')
  await expect(page.getByRole('heading', { name: 'Become a member' })).toBeVisible()
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('DA-03 whoever is inside when it becomes a place for members only is led out by the next thing they do', async ({
  page,
  house,
  faults,
}) => {
  faults.expect(/status of 403/)
  // The screen that was asked for is refused before the way out is shown.
  faults.expect(/This is for members only/)
  await setArea(house, 'signed_in')
  await signUp(page.request, newPerson())
  await page.goto('/dashboard/network')
  await expect(page.getByRole('navigation', { name: 'Member Dashboard' })).toBeVisible()
  await setArea(house, 'invited')
  const profile = page
    .getByRole('navigation', { name: 'Member Dashboard' })
    .getByRole('link', { name: 'Profile' })
  const wayOut = page.getByRole('heading', { name: 'Members only' })
  // A list that reads itself again may be the next thing, before any hand.
  await profile.or(wayOut).click()
  await expect(wayOut).toBeVisible()
})

test('DA-03 on the page of a DJ, Book Now leads to the code and back', async ({ page, house }) => {
  await setArea(house, 'invited')
  await signUp(page.request, newPerson())
  const found = (await (await page.request.get('/api/v1/djs')).json()) as { djs: { id: string }[] }
  await page.goto(`/dj/${found.djs[0]?.id}`)
  await page
    .getByRole('button', { name: /Book Now/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('next')).toMatch(/^\/dj\/.+\?book=any$/)
})
