import { expect, test } from './support/journey'
import { withDatabase } from './support/database'
import { followEmailLink, emailTo } from './support/mailbox'
import { newPerson, signUp } from './support/people'

test('A-04 a verification link opened in another browser asks for a new password first @long', async ({
  page,
  request,
}) => {
  const person = newPerson()
  await signUp(request, person)
  await page.goto(await emailTo(page.request, person.email, /Verify/))
  const link = page
    .frameLocator('iframe[title="The email"]')
    .getByRole('link', { name: 'Verify my email address' })
  const address = (await link.first().getAttribute('href')) ?? ''
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('three left shoes')
  await page.getByLabel('Repeat the new password').fill('three left shoes')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/customer/dashboard')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Email address verified' })).toBeVisible()
  await page.goto(address.replace(/.{5}$/, 'AAAAA'))
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})

test('A-01 a person who forgot the password sets a new one by email and returns to the previous page; the old password is invalid', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/status of 401/)
  await page.goto(`/auth?next=${encodeURIComponent('/customer/settings#security')}`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The previous page has an email field too.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const setting = await followEmailLink(page, customer.email, /Set a new password/, /Set a new password/)
  await expect(setting.getByRole('heading', { name: 'New password' })).toBeVisible()
  const address = setting.url()
  await setting.getByLabel('New password', { exact: true }).fill('three left shoes')
  await setting.getByLabel('Repeat the new password').fill('three left shoes')
  await setting.getByRole('button', { name: 'Set password' }).click()
  await expect(setting).toHaveURL('/customer/settings#security')
  await setting.goto(address)
  await expect(setting.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
  // Every other session has ended.
  await customer.page.goto('/customer/dashboard')
  await expect(customer.page).toHaveURL(/\/auth/)
  const form = customer.page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(customer.email)
  await form.getByLabel('Password', { exact: true }).fill(customer.password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(customer.page.getByRole('alert').filter({ hasText: 'Invalid login' })).toBeVisible()
})

test('L-01 a request for an invitation is stored for an admin to answer', async ({ page }) => {
  const { email } = newPerson()
  await page.goto('/request-invite')
  const form = page.getByRole('form', { name: 'Request Invite' })
  await form.getByRole('button', { name: 'Request Invite' }).click()
  await expect(form.getByText('Enter your name.')).toBeVisible()
  await form.getByLabel('Full name').fill('Lea Hartmann')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Promoter' }).click()
  await form.getByLabel('In your words').fill('Runs a Thursday in Leipzig.')
  await form.getByRole('button', { name: 'Request Invite' }).click()
  await expect(page.getByRole('heading', { name: 'Request sent.' })).toBeFocused()
  const rows = await withDatabase((ask) =>
    ask('select full_name, occupation, about, status from invite_requests where email = $1', [email]),
  )
  expect(rows).toEqual([
    {
      full_name: 'Lea Hartmann',
      occupation: 'promoter',
      about: 'Runs a Thursday in Leipzig.',
      status: 'pending',
    },
  ])
})
