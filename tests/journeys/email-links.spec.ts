import { randomBytes } from 'node:crypto'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { followMail } from './support/mailbox'
import { newPerson } from './support/people'

test('A-08 a link that came too late offers a new one, which works', async ({ page, customer }) => {
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
  const link = await followMail(page, customer.email, /code to sign in/, /Sign in/)
  await link.getByRole('button', { name: 'Sign In' }).click()
  await expect(link).toHaveURL('/customer/dashboard')
})

test('A-01 A-04 forgotten: what was sent has a next step, and a link that leads nowhere is not called late', async ({
  page,
}) => {
  const { email } = newPerson()
  await page.goto('/auth/forgot')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send a link' }).click()
  await expect(page.getByRole('heading', { name: 'Look in your mail' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Send again in 0:\d\d/ })).toBeVisible()
  await check(page, 'a link to a new password on its way')
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).toBeFocused()
  for (const address of ['/auth/reset?token=none', '/auth/link?type=magiclink&token=none']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText(/was never\s+on the list/)
    await check(page, address)
  }
})

test('A-07 both ends of a change of address have a say, each on its own screen', async ({
  page,
  customer,
}) => {
  const fresh = `new-${customer.email}`
  const [first, second] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  await withDatabase(async (ask) => {
    await ask('update accounts set email_verified_at = now(), new_email = $2 where email = $1', [
      customer.email,
      fresh,
    ])
    await ask(
      `insert into one_time_tokens (token_hash, user_id, purpose, sent_to, expires_at, payload)
       select sha256(convert_to(token, 'UTF8')), id, purpose, sent_to, now() + interval '1 hour', jsonb_build_object('next', $4::text)
       from accounts, (values ($1, 'email_change_current', $3), ($2, 'email_change_new', $4)) as end_of (token, purpose, sent_to)
       where email = $3`,
      [first, second, customer.email, fresh],
    )
  })
  await page.goto(`/auth/link?type=email_change&token=${first}`)
  await check(page, 'a change of address')
  await page.getByRole('button', { name: 'Let it change' }).click()
  await expect(page.getByRole('heading', { name: 'One more yes' })).toBeFocused()
  await check(page, 'half a change of address')
  await page.goto(`/auth/link?type=email_change&token=${second}`)
  await page.getByRole('button', { name: 'Let it change' }).click()
  await expect(page.getByRole('heading', { name: 'Address changed' })).toBeFocused()
  await check(page, 'a change of address that is done')
})

for (const [purpose, address, heading] of [
  ['invite', '/auth/link?type=invite', 'You’re on the list'],
  ['recover', '/auth/reset?', 'New password'],
  ['verify_email', '/auth/verify?', 'Verify your email'],
] as const)
  test(`A-04 A-08 a mailed link to ${purpose}, while it is good and when it was used, is accessible`, async ({
    page,
    customer,
  }) => {
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
    await withDatabase((ask) =>
      ask("update one_time_tokens set used_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))", [
        token,
      ]),
    )
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check(page, `a used link to ${purpose}`)
  })
