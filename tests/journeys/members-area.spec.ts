import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, type Site, testOnOwnSite } from './support/own-site'
import { newPerson, signUp } from './support/people'

const test = testOnOwnSite()

async function setArea({ address, dataDir }: Site, area: 'signed_in' | 'invited'): Promise<void> {
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

const invite = (site: Site, code: string) =>
  withDatabase((ask) => ask('insert into invitations (code) values ($1)', [code]), site.dataDir)

test('DA-03 A-05 a customer outside the members’ area learns how to join, redeems a code and reaches the requested page @long', async ({
  page,
  site,
  faults,
}) => {
  faults.expect(/status of 422/)
  await setArea(site, 'invited')
  await invite(site, 'JOURNEY1')
  await signUp(page.request, newPerson())

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(page.getByText('Live Chat Feed')).toBeHidden()

  for (const path of ['/dashboard', '/dashboard/profile', '/dashboard/bookings'])
    expect(await (await page.request.get(path)).text(), path).toContain('Members only')
  const found = (await (await page.request.get('/api/v1/djs')).json()) as { djs: { id: string }[] }
  await page.goto(`/dj/${found.djs[0]?.id}`)
  await page
    .getByRole('button', { name: /Book Now/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('next')).toMatch(/^\/dj\/.+\?book=any$/)
  const settings = await (await page.request.get('/customer/settings')).text()
  expect(settings, 'own settings stay open and can redeem a code').toContain('Invitation code')
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

test('DA-03 a customer in the members’ area is redirected at their next action when it becomes members-only @long', async ({
  page,
  site,
  faults,
}) => {
  faults.expect(/status of 403/)
  // This console error is expected: the page's call is refused before the page shows that it is for members only.
  faults.expect(/This is for members only/)
  await setArea(site, 'signed_in')
  await signUp(page.request, newPerson())
  await page.goto('/dashboard/network')
  await expect(page.getByRole('navigation', { name: 'Member Dashboard' })).toBeVisible()
  await setArea(site, 'invited')
  const profile = page
    .getByRole('navigation', { name: 'Member Dashboard' })
    .getByRole('link', { name: 'Profile' })
  const membersOnly = page.getByRole('heading', { name: 'Members only' })
  // A list that refreshes itself may cause the redirect before any click.
  await profile.or(membersOnly).click()
  await expect(membersOnly).toBeVisible()
})
