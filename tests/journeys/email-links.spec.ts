import { randomBytes } from 'node:crypto'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { followEmailLink } from './support/mailbox'

test('A-08 an expired sign-in link offers a new one, which works', async ({ page, customer }) => {
  await customer.context.clearCookies()
  const token = randomBytes(32).toString('base64url')
  await withDatabase((ask) =>
    ask(
      `insert into one_time_tokens (token_hash, user_id, purpose, sent_to, created_at, expires_at)
       select sha256(convert_to($1, 'UTF8')), id, 'sign_in', email, now() - interval '1 hour', now() - interval '50 minutes'
       from accounts where email = $2`,
      [token, customer.email],
    ),
  )
  await page.goto(`/auth/link?token=${token}&type=magiclink`)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await check(page, 'an expired link')
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'A new link is on its way' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Send again in 0:\d\d/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Use another address' })).toBeVisible()
  await check(page, 'a new link on its way')
  const link = await followEmailLink(page, customer.email, /code to sign in/, /Sign in/)
  await link.getByRole('button', { name: 'Sign In' }).click()
  await expect(link).toHaveURL('/customer/dashboard')
})

test('A-04 A-08 pages of emailed links are accessible, and used links show an explanation @long', async ({
  page,
  customer,
}) => {
  for (const [purpose, address, heading] of [
    ['invite', '/auth/link?type=invite', 'You’re on the list'],
    ['recover', '/auth/reset?', 'New password'],
    ['verify_email', '/auth/verify?', 'Verify your email'],
  ] as const) {
    const token = randomBytes(32).toString('base64url')
    await withDatabase((ask) =>
      ask(
        `insert into one_time_tokens (token_hash, user_id, purpose, sent_to, expires_at)
         select sha256(convert_to($1, 'UTF8')), id, $3, email, now() + interval '1 hour' from accounts where email = $2`,
        [token, customer.email, purpose],
      ),
    )
    await page.goto(`${address}&token=${token}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await check(page, `a link to ${purpose}`)
  }
  await withDatabase((ask) =>
    ask(
      'update one_time_tokens set used_at = now() where user_id = (select id from accounts where email = $1)',
      [customer.email],
    ),
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await check(page, 'a used link')
})
