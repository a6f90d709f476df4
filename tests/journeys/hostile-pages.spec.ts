import { desktop, expectNoSidewaysScroll, phone, smallest } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { approve, goAndPay, hold, stepper } from './support/tickets'

const addresses = [
  '/events?q=%00',
  '/events?q=%F0%9F%AA%A9&date=never&type=__proto__&pages=1e9&view=%3Cscript%3E',
  '/events?q[]=1&q[a]=2&type[]=festival',
  `/events?q=${'x'.repeat(5000)}`,
  '/events?date=9999-99&pages=-1',
  '/events/%00',
  "/events/'%20or%201=1",
  '/events/018cc251-0000-7000-8000-00000000dead?tickets=a.99~b.-1~.~%00',
  '/events/..%2f..%2fetc%2fpasswd',
  '/events/%2e%2e',
  '/events/nothing.ics',
  '/events/nothing/flyer.png',
  '/auth?tab=evil&next=%00&code=%00%FF',
  '/auth?next=javascript:alert(1)&code[]=x',
  '/auth/verify?token=%00',
  '/auth/verify?token[]=x&token[]=y',
  `/auth/reset?token=${'A'.repeat(3000)}`,
  '/pay/sandbox/%00',
  '/pay/sandbox/sbx_1_0000000000000000000000000000000000000000',
  '/dj/%00',
  "/dj/1';drop table profiles;--",
  '/discover?q=%00&genre=%3Cimg%20src=x%20onerror=alert(1)%3E',
  '/discover?after=x',
  '/checkout/%00',
  '/customer/tickets/%00',
  '/customer/dashboard?tab=%00',
  '/dashboard?%00=%00',
  '/dashboard/profile?tab=%00',
  '/dashboard/profile?tab[]=types&tab=__proto__',
  '/dashboard/network?tab=constructor&q=%00&person=%FF',
  `/dashboard/network?tab=sent&q=${'x'.repeat(5000)}`,
  '/dashboard/members?show=%3Cimg%20src=x%20onerror=alert(1)%3E&type=__proto__&q=%25_%5C',
  '/dashboard/members/%00',
  "/dashboard/members/'%20or%201=1",
  '/dashboard/members/..%2f..%2fetc%2fpasswd',
  '/dashboard/bookings?status=evil&view=%00&month=9999-99',
  '/dashboard/bookings?view=calendar&month=0000-00',
  '/dashboard/bookings?view=calendar&month=2999-12',
  '/dashboard/bookings/%00',
  '/dashboard/bookings/018cc251-0000-7000-8000-00000000dead',
  '/dashboard/settings?%00#%00',
  '/dashboard/member-type-selection?types[]=admin',
  '/dj/018cc251-0000-7000-8000-00000000dead?book=2026-99-99',
  '/dj/%F0%9F%AA%A9?book=%00',
  '/unsubscribe/%00',
  `/unsubscribe/${'A'.repeat(5000)}`,
  `/unsubscribe/${'A'.repeat(22)}.bookings.${'A'.repeat(43)}`,
  '/feeds/%00.ics',
  `/feeds/${'A'.repeat(43)}.ics`,
  '/media/..%2f..%2fetc%2fpasswd',
  '/media/avatars/%00.webp',
  '/sitemap.xml?x=%00',
  '/robots.txt?%00',
  '/?%00=%00',
  '/%00',
  '/constructor',
  '/__proto__',
]

test('R-08 visitors and members get a page for a hostile address, never a failure', async ({
  request,
  enterAs,
}) => {
  test.slow()
  const member = await enterAs('mara')
  const customer = await enterAs('customer')
  for (const address of addresses) {
    // Pages that need no session are the same for everyone, so only guarded pages are also opened with a session.
    const guarded = address.startsWith('/customer') ? customer : member
    const isGuarded = /^\/(?:dashboard|customer|checkout)/.test(address)
    for (const from of isGuarded ? [request, guarded.context.request] : [request]) {
      const answer = await from.get(address, { headers: { accept: 'text/html' } })
      const text = await answer.text()
      expect.soft(answer.status(), `${address}: ${text.slice(0, 200)}`).toBeLessThan(500)
      expect.soft(text, address).not.toMatch(/root:x:|\bat .{1,80}\.js:\d+|node_modules|invalid input syntax/)
      expect.soft(text, address).not.toContain('<img src=x onerror=alert(1)>')
    }
  }
})

test('R-08 markup in an address never runs as a script @long', async ({ page, faults, enterAs }) => {
  faults.expect(/status of 40[04]/)
  const { page: members } = await enterAs('mara')
  const script = '"><img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'
  for (const address of [
    `/events?q=${encodeURIComponent(script)}`,
    `/events/${encodeURIComponent(script)}`,
    `/auth?tab=sign-up&code=${encodeURIComponent(script)}&next=${encodeURIComponent(script)}`,
    `/nowhere/${encodeURIComponent(script)}`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await page.title(), address).not.toContain('owned')
  }
  for (const address of [
    `/dashboard/members?q=${encodeURIComponent(script)}`,
    `/dashboard/members/${encodeURIComponent(script)}`,
    `/dashboard/network?q=${encodeURIComponent(script)}`,
    `/dashboard/bookings/${encodeURIComponent(script)}`,
  ]) {
    await members.goto(address)
    await expect(members.getByRole('heading').first()).toBeVisible()
    expect(await members.title(), address).not.toContain('owned')
  }
})

/** Inserts an event of Jonas whose ticket type is named with one long word. */
async function insertEvent(typeName: string): Promise<{ id: string }> {
  const [event] = await withDatabase((ask) =>
    ask<{ id: string }>(
      `with event as (
        insert into events (title, event_type, event_date, ends_at, timezone, venue_name, location, event_status, organizer_id)
        select 'Long Words ' || substr(new_id()::text, 30), 'club_night', x.at, x.at + interval '6 hours',
          'Europe/London', 'Carriage Works', 'Leeds', 'published',
          (select id from profiles where email = 'jonas@backtoback.example')
        from (select date_trunc('day', now()) + interval '21 days 23 hours' as at) x returning id
      ), type as (
        insert into ticket_types (event_id, name, price_cents, quantity_total) select id, $1, 1600, 50 from event
      ) select id from event`,
      [typeName],
    ),
  )
  if (!event) throw new Error('no event was created')
  return event
}

test('T-01 C-02 ME-02 a ticket name that is one long word makes no page wider than the screen @long', async ({
  enterAs,
  customer,
}) => {
  test.slow()
  const name = 'Wolkenkuckucksheim'.repeat(4).slice(0, 68)
  const event = await insertEvent(name)
  const { page } = customer
  const { page: organizer } = await enterAs('jonas')
  await page.goto(`/events/${event.id}`)
  for (const size of [desktop, phone, smallest]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, `the event at ${size.width} px`)
    const more = stepper(page, name).getByRole('button', { name: 'More' })
    await more.scrollIntoViewIfNeeded()
    await expect(more, `the stepper at ${size.width} px`).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize(desktop)
  await hold(page, event, { [name]: 1 })
  for (const size of [desktop, phone, smallest]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, `the checkout at ${size.width} px`)
  }
  await goAndPay(page)
  await approve(page)
  await page.goto('/customer/dashboard')
  await organizer.goto(`/dashboard/events/${event.id}/analytics`)
  for (const size of [desktop, phone, smallest]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('article').getByText(name)).toBeVisible()
    await expectNoSidewaysScroll(page, `My Tickets at ${size.width} px`)
    await organizer.setViewportSize(size)
    await expect(organizer.getByText(name, { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(organizer, `analytics at ${size.width} px`)
  }
})
