import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, type House, testInOwnHouse } from './support/own-site'
import { mailTo } from './support/mailbox'
import { demoEmail, newPerson, signUp } from './support/people'
import { toast } from './support/chat'

// Everything here is counted, and what waits is brought to nothing.
const test = testInOwnHouse()
test.describe.configure({ mode: 'serial' })

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const waiting = (page: Page): Locator => part(page, 'Needs attention').getByRole('link')
const card = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
const figure = (page: Page, name: string): Locator => card(page, name).getByRole('definition').first()
const inFull = (count: number): string => count.toLocaleString('en-US')

async function countIn(house: House, from: string): Promise<number> {
  const [row] = await withDatabase(
    (ask) => ask<{ n: string }>(`select count(*) as n from ${from}`),
    house.dataDir,
  )
  return Number(row?.n)
}

/** A mail that was tried as often as it makes sense, as the queue leaves it. */
async function failMail(house: House, email: string): Promise<void> {
  await withDatabase(
    (ask) =>
      ask(
        `insert into pgboss.job (name, data, state, completed_on, output, policy, singleton_key)
         values ('identity.recover', jsonb_build_object('email', $1::text), 'failed', now(),
           '{"message": "Error: 550 no such mailbox"}', 'short', gen_random_uuid()::text)`,
        [email],
      ),
    house.dataDir,
  )
}

/** A payment that the provider has had for minutes, and a refund that it refused for good. */
async function failMoney(house: House): Promise<void> {
  await withDatabase(async (ask) => {
    const payments = await ask<{ id: string }>(`
      select id from payments where status = 'approved' and id not in (select payment_id from refunds) limit 2`)
    const [waits, refused] = payments.map(({ id }) => id)
    await ask("update payments set processing_since = now() - interval '7 minutes' where id = $1", [waits])
    await ask(
      `insert into refunds (payment_id, amount_cents, reason, status, attempts, last_error, settled_at)
       select id, amount_cents, 'Cancelled', 'failed', 18, 'account closed', now() from payments where id = $1`,
      [refused],
    )
  }, house.dataDir)
}

test('AD-02 each link of the panel leads to a screen of its own, and Back to Site leads out', async ({
  enterAs,
}) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin')
  const links = page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link')
  for (const [name, address] of [
    ['Users', '/admin/users'],
    ['Invitations', '/admin/invitations'],
    ['Bookings', '/admin/bookings'],
    ['Settings', '/admin/settings'],
    ['Dashboard', '/admin'],
  ] as const) {
    await links.filter({ hasText: name }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(links.filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
  }
  await links.filter({ hasText: 'Back to Site' }).click()
  await expect(page).toHaveURL('/')
})

test('AD-03 shows four counts, and a new account is counted', async ({ enterAs, browser, house }) => {
  const { page } = await enterAs('admin')
  const users = await countIn(house, 'profiles')
  for (const [name, from] of [
    ['Total Users', 'profiles'],
    ['Verified DJs', 'profiles where is_verified'],
    [
      'Pending Invites',
      "invitations where status = 'pending' and (expires_at is null or expires_at > now())",
    ],
    ['Total Bookings', 'bookings'],
  ] as const) {
    const count = inFull(await countIn(house, from))
    await page.goto('/admin')
    await expect(figure(page, name)).toHaveText(count)
  }
  await expect(card(page, 'Verified DJs')).toContainText(/\d+ of them DJs/)
  await expect(page.getByText('Updated under a minute ago')).toBeVisible()

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('button', { name: `All ${inFull(users)}`, exact: true })).toBeVisible()
  const visitor = await browser.newContext()
  await signUp(visitor.request, newPerson())
  await visitor.close()
  await page.goto('/admin')
  await expect(figure(page, 'Total Users')).toHaveText(inFull(users + 1))
})

test('AD-03 the note of quick actions leads to what is done most', async ({ enterAs }) => {
  const { page } = await enterAs('admin')
  for (const [name, address] of [
    ['Generate an invitation', '/admin/invitations'],
    ['Verify users', '/admin/users?filter=unverified'],
    ['Audit log', '/admin/audit'],
  ] as const) {
    await page.goto('/admin')
    const note = part(page, 'Quick Actions')
    await expect(note).toContainText('Use the sidebar to manage users, invitations and bookings.')
    await note.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
  }
})

test('AD-03 thirty days as charts, and each as a table that adds up to the same', async ({ enterAs }) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin')
  for (const [name, title] of [
    ['Sign-ups', 'Sign-ups per day'],
    ['Tickets sold', 'Tickets sold per day'],
  ] as const) {
    const chart = part(page, name)
    await expect(chart.getByRole('figure', { name: new RegExp(`^${title}, .*Peak \\d`) })).toBeVisible()
    await chart.getByText('As a table').click()
    const days = chart
      .getByRole('table', { name: title })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
    await expect(days).toHaveCount(30)
    const counts = await days.getByRole('cell').and(page.locator('td:nth-of-type(1)')).allInnerTexts()
    const sum = counts.reduce((total, count) => total + Number(count.replaceAll(',', '')), 0)
    await expect(chart.locator('p b')).toHaveText(inFull(sum))
    // The browser of the journeys is in Berlin.
    const today = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', day: 'numeric' }).format()
    await expect(days.last().getByRole('rowheader')).toContainText(new RegExp(`\\b${today}\\b`))
  }
})

test('AD-03 what waits leads to where it is dealt with', async ({ enterAs, house }) => {
  await failMail(house, demoEmail('nova'))
  await failMoney(house)
  const requests = await countIn(house, "invite_requests where status = 'pending'")
  const reports = await countIn(house, 'moderation_cases where decided_at is null')
  expect([requests > 1, reports > 1], 'the demo has both').toEqual([true, true])
  const { page } = await enterAs('admin')
  const rows = [
    [`${requests} invite requests`, '/admin/invitations?tab=requests', 'Invitations'],
    [`${reports} reports`, '/dashboard/moderation', 'Moderation'],
    [
      /^1 ?payment without an answer ?Asking the bank again, for [67] minutes now$/,
      '/admin/failures#payments',
      'What did not go through',
    ],
    [/^1 ?refund that failed ?\$[\d.,]+ to go back$/, '/admin/failures#refunds', 'What did not go through'],
    [
      /^1 ?mail that failed ?nova@backtoback\.example, a new password$/,
      '/admin/failures#mails',
      'What did not go through',
    ],
  ] as const
  for (const [place, [name, address, heading]] of rows.entries()) {
    await page.goto('/admin')
    await expect(waiting(page)).toHaveCount(rows.length)
    const row = waiting(page).nth(place)
    await expect(row).toHaveAccessibleName(
      typeof name === 'string' ? new RegExp(`^${name.replace(' ', ' ?')}`) : name,
    )
    await row.click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('AD-03 a mail that failed is tried again and arrives; who comes second is told', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/status of 409/)
  const { page, context } = await enterAs('admin')
  const [second, third] = [await context.newPage(), await context.newPage()]
  for (const one of [page, second, third]) {
    await one.goto('/admin/failures')
    await expect(part(one, 'Mails that failed').getByRole('listitem')).toHaveCount(1)
  }
  await expect(part(page, 'Mails that failed')).toContainText(demoEmail('nova'))
  await expect(part(page, 'Mails that failed')).toContainText('Error: 550 no such mailbox')
  // The second is not told in time: what is listed does not come.
  const told = Promise.withResolvers<void>()
  await second.route('**/api/rpc/administration/attention/failures*', async (route) => {
    await told.promise
    await route.continue()
  })
  const again = (one: Page) => one.getByRole('button', { name: 'Try again: A mail about a new password' })
  await again(page).click()
  await expect(toast(page, 'The mail is on its way again')).toBeVisible()
  await expect(part(page, 'Mails that failed')).toHaveCount(0)
  await expect(part(third, 'Mails that failed'), 'without a reload').toHaveCount(0)
  await mailTo(page.request, demoEmail('nova'), /password/i)

  await again(second).click()
  const refusal = second.getByRole('alert').filter({ hasText: 'Failed to send the mail' })
  await expect(refusal).toContainText('Somebody has dealt with this already, or it went through by itself.')
  told.resolve()
  await expect(part(second, 'Mails that failed')).toHaveCount(0)
})

test('AD-03 a refund is asked for again, a payment is only waited for, and the log has both hands in it', async ({
  enterAs,
}) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin/failures')
  const payments = part(page, 'Payments without an answer')
  await expect(payments.getByRole('listitem')).toHaveCount(1)
  await expect(payments.getByRole('button')).toHaveCount(0)
  const refunds = part(page, 'Refunds that failed')
  await expect(refunds).toContainText('The provider refused 18 times.')
  await expect(refunds).toContainText('account closed')
  await refunds.getByRole('button', { name: /^Try again: \$/ }).click()
  await expect(toast(page, 'The refund is asked for again')).toBeVisible()
  await expect(refunds).toHaveCount(0)
  await page.goto('/admin/audit')
  await expect(page.locator('[data-row]').filter({ hasText: 'refund' }).first()).toBeVisible()
  await expect(page.locator('[data-row]').filter({ hasText: 'mail' }).first()).toBeVisible()
})

for (const path of ['/admin', '/admin/failures'])
  test(`AD-03 accessible in both themes, and no width moves sideways: ${path}`, async ({
    enterAs,
    house,
  }) => {
    await failMail(house, demoEmail('nova'))
    const { page } = await enterAs('admin')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.goto(path)
        if (path === '/admin') await page.getByText('As a table').first().click()
        else await expect(part(page, 'Mails that failed')).toBeVisible()
        await expectAccessible(page, `${path}, ${theme}, ${width}`)
      }
      await expectNoSidewaysScroll(page, `${path} at ${width}`)
    }
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page, `${path} at 320`)
  })

test('AD-03 calm is said, also where failures are listed', async ({ enterAs, house }) => {
  await withDatabase(async (ask) => {
    await ask("update invite_requests set status = 'declined' where status = 'pending'")
    await ask('delete from moderation_cases where decided_at is null')
    await ask('update payments set processing_since = null')
    await ask("delete from pgboss.job where state = 'failed'")
  }, house.dataDir)
  const { page } = await enterAs('admin')
  await page.goto('/admin')
  await expect(part(page, 'Needs attention')).toContainText('Nothing waits for you.')
  await page.goto('/admin/failures')
  await expect(page.getByText('Everything went through')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/admin')
})

test('AD-03 a part that cannot be read says so and can be tried again, the rest stands', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/ERR_FAILED/)
  const { page } = await enterAs('admin')
  await page.goto('/admin/users')
  const calls = ['get', 'trends'].map((call) => `**/api/rpc/administration/attention/${call}*`)
  for (const call of calls) await page.route(call, (route) => route.abort())
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Dashboard' }).click()
  const failed = page.getByRole('main').getByRole('alert')
  // Each is asked for three times, seconds apart, before it is said.
  await expect(failed).toHaveCount(2, { timeout: 20_000 })
  await expect(figure(page, 'Total Users')).toHaveText(/^[\d,]+$/)
  for (const call of calls) await page.unroute(call)
  await failed.last().getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('figure')).toHaveCount(2)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toHaveCount(0)
})
