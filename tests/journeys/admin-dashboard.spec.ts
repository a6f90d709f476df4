import type { Locator, Page } from '@playwright/test'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, type Site, testOnOwnSite } from './support/own-site'
import { emailTo } from './support/mailbox'
import { demoEmail, newPerson, signUp } from './support/people'
import { toast } from './support/chat'

// A separate site, because these journeys check totals of the whole site.
const test = testOnOwnSite()

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const waiting = (page: Page): Locator => part(page, 'Needs attention').getByRole('link')
const card = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
const figure = (page: Page, name: string): Locator => card(page, name).getByRole('definition').first()
const inFull = (count: number): string => count.toLocaleString('en-US')

async function countIn(site: Site, from: string): Promise<number> {
  const [row] = await withDatabase(
    (ask) => ask<{ n: string }>(`select count(*) as n from ${from}`),
    site.dataDir,
  )
  return Number(row?.n)
}

/** Inserts a permanently failed email, as the queue stores it. */
async function failEmail(site: Site, email: string): Promise<void> {
  await withDatabase(
    (ask) =>
      ask(
        `insert into pgboss.job (name, data, state, completed_on, output, policy, singleton_key)
         values ('identity.recover', jsonb_build_object('email', $1::text), 'failed', now(),
           '{"message": "Error: 550 no such mailbox"}', 'short', gen_random_uuid()::text)`,
        [email],
      ),
    site.dataDir,
  )
}

/** Creates a payment that has been waiting for minutes, and a permanently refused refund. */
async function failMoney(site: Site): Promise<void> {
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
  }, site.dataDir)
}

test('AD-02 AD-03 each link of the admin panel leads to its screen, and the dashboard shows correct counts and charts', async ({
  enterAs,
  browser,
  site,
}) => {
  const { page } = await enterAs('admin')
  const users = await countIn(site, 'profiles')
  const visitor = await browser.newContext()
  await signUp(visitor.request, newPerson())
  await visitor.close()
  const counts = {
    'Total Users': inFull(users + 1),
    'Verified DJs': inFull(await countIn(site, 'profiles where is_verified')),
    'Pending Invites': inFull(
      await countIn(
        site,
        "invitations where status = 'pending' and (expires_at is null or expires_at > now())",
      ),
    ),
    'Total Bookings': inFull(await countIn(site, 'bookings')),
  }
  await page.goto('/admin')
  for (const [name, count] of Object.entries(counts)) await expect(figure(page, name), name).toHaveText(count)
  await expect(card(page, 'Verified DJs')).toContainText(/\d+ of them DJs/)
  const note = part(page, 'Quick Actions')
  for (const [name, address] of [
    ['Generate an invitation', '/admin/invitations'],
    ['Verify users', '/admin/users?filter=unverified'],
    ['Audit log', '/admin/audit'],
  ] as const)
    await expect(note.getByRole('link', { name })).toHaveAttribute('href', address)
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
    // The browser of the journeys is in Berlin.
    const today = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', day: 'numeric' }).format()
    await expect(days.last().getByRole('rowheader')).toContainText(new RegExp(`\\b${today}\\b`))
  }

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

test('AD-03 each item that needs attention leads to the screen where an admin handles it @long', async ({
  enterAs,
  site,
}) => {
  await failEmail(site, demoEmail('nova'))
  await failMoney(site)
  const requests = await countIn(site, "invite_requests where status = 'pending'")
  const reports = await countIn(site, 'moderation_cases where decided_at is null')
  expect([requests > 1, reports > 1], 'the demo has open requests and reports').toEqual([true, true])
  const { page } = await enterAs('admin')
  await page.goto('/admin')
  const rows = [
    [new RegExp(`^${requests} ?invite requests`), '/admin/invitations?tab=requests'],
    [new RegExp(`^${reports} ?reports`), '/dashboard/moderation'],
    [/^1 ?payment without an answer ?Checking with the bank for [67] minutes$/, '/admin/failures#payments'],
    [/^1 ?failed refund ?[$€£][\d.,]+ to refund$/, '/admin/failures#refunds'],
    [/^1 ?failed email ?nova@backtoback\.example, a password reset$/, '/admin/failures#mails'],
  ] as const
  await expect(waiting(page)).toHaveCount(rows.length)
  for (const [place, [name, address]] of rows.entries()) {
    await expect(waiting(page).nth(place)).toHaveAccessibleName(name)
    await expect(waiting(page).nth(place)).toHaveAttribute('href', address)
  }
  await waiting(page).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Failed deliveries' })).toBeVisible()
  await check(page, 'the failures')
})

test('AD-03 an admin retries a failed email and it arrives; a second admin sees that it was handled @long', async ({
  enterAs,
  faults,
}) => {
  faults.expect(/status of 409/)
  const { page, context } = await enterAs('admin')
  const [second, third] = [await context.newPage(), await context.newPage()]
  for (const one of [page, second, third]) {
    await one.goto('/admin/failures')
    await expect(part(one, 'Failed emails').getByRole('listitem')).toHaveCount(1)
  }
  await expect(part(page, 'Failed emails')).toContainText(demoEmail('nova'))
  await expect(part(page, 'Failed emails')).toContainText('Error: 550 no such mailbox')
  // Delays the second page's reload of the list, so that it still offers the email that the first page resends.
  const heard = Promise.withResolvers<void>()
  await second.route('**/api/rpc/administration/attention/failures*', async (route) => {
    await heard.promise
    await route.continue()
  })
  const again = (one: Page) => one.getByRole('button', { name: 'Try again: Email about a password reset' })
  await again(page).click()
  await expect(toast(page, 'The email is being sent again')).toBeVisible()
  await expect(part(page, 'Failed emails')).toHaveCount(0)
  await expect(part(third, 'Failed emails'), 'without a reload').toHaveCount(0)
  await emailTo(page.request, demoEmail('nova'), /password/i)

  await again(second).click()
  const refusal = second.getByRole('alert').filter({ hasText: 'Failed to send the email' })
  await expect(refusal).toContainText('This problem is already solved, by an admin or a retry.')
  heard.resolve()
  await expect(part(second, 'Failed emails')).toHaveCount(0)
})

test('AD-03 an admin retries a failed refund, not a waiting payment, and the audit log has the retries of refund and email @long', async ({
  enterAs,
}) => {
  const { page } = await enterAs('admin')
  await page.goto('/admin/failures')
  const payments = part(page, 'Payments without an answer')
  await expect(payments.getByRole('listitem')).toHaveCount(1)
  await expect(payments.getByRole('button')).toHaveCount(0)
  const refunds = part(page, 'Failed refunds')
  await expect(refunds).toContainText('The provider rejected it 18 times.')
  await expect(refunds).toContainText('account closed')
  await refunds.getByRole('button', { name: /^Try again: [$€£]/ }).click()
  await expect(toast(page, 'The refund is being retried')).toBeVisible()
  await expect(refunds).toHaveCount(0)
  await page.goto('/admin/audit')
  await expect(page.locator('[data-row]').filter({ hasText: 'refund' }).first()).toBeVisible()
  await expect(page.locator('[data-row]').filter({ hasText: 'mail' }).first()).toBeVisible()
})
