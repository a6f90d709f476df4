import { expect, test } from './support/journey'

const addresses = [
  '/events?q=%00',
  '/events?q=%F0%9F%AA%A9&when=never&type=__proto__&pages=1e9&view=%3Cscript%3E',
  '/events?q[]=1&q[a]=2&type[]=festival',
  `/events?q=${'x'.repeat(5000)}`,
  '/events?when=9999-99&pages=-1',
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
  '/checkout/%00',
  '/customer/tickets/%00',
  '/customer/dashboard?tab=%00',
  '/sitemap.xml?x=%00',
  '/robots.txt?%00',
  '/?%00=%00',
  '/%00',
  '/constructor',
  '/__proto__',
]

test('R-08 hostile addresses: a page with words for a visitor and for a customer, never a failure', async ({
  request,
  enterAs,
}) => {
  const { context } = await enterAs('customer')
  for (const address of addresses) {
    for (const from of [request, context.request]) {
      const answer = await from.get(address, { headers: { accept: 'text/html' } })
      const text = await answer.text()
      expect.soft(answer.status(), `${address}: ${text.slice(0, 200)}`).toBeLessThan(500)
      expect.soft(text, address).not.toMatch(/root:x:|\bat .{1,80}\.js:\d+|node_modules|invalid input syntax/)
      expect.soft(text, address).not.toContain('<img src=x onerror=alert(1)>')
    }
  }
})

test('R-08 what a page is asked for never runs in it', async ({ page, faults }) => {
  faults.expect(/status of 40[04]/)
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
})
