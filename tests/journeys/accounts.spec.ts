import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/journey'
import { withDatabase } from './support/database'
import { followMail, mailTo } from './support/mailbox'
import { newPerson, type Person, signUp } from './support/people'

async function signUpForm(page: Page, address = '/auth?tab=sign-up'): Promise<Locator> {
  await page.goto(address)
  return page.getByRole('form', { name: 'Sign Up' })
}
async function fill(form: Locator, person: Person): Promise<void> {
  await form.getByLabel('Full name').fill(person.fullName)
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
}
const newCode = () => Math.random().toString(36).slice(2, 10).toUpperCase().padEnd(8, 'X')

/** A code as an admin makes it, valid until so many hours from now. */
async function makeCode(hours: number): Promise<string> {
  const code = newCode()
  await withDatabase((ask) =>
    ask("insert into invitations (code, expires_at) values ($1, now() + $2 * interval '1 hour')", [
      code,
      hours,
    ]),
  )
  return code
}

test('A-02 A-04 R-10 without a code: a customer, told to look in the mail, which really comes', async ({
  page,
}) => {
  const person = newPerson()
  const form = await signUpForm(page)
  await expect(form.getByText('Terms of Service')).toBeVisible()
  await fill(form, person)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account created! Please check your email for verification.')).toBeVisible()
  await expect(page).toHaveURL('/customer/dashboard')
  const confirming = await followMail(page, person.email, /Confirm your address/, /Confirm my address/)
  await expect(confirming.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await confirming.getByRole('link', { name: 'Go on' }).click()
  await expect(confirming).toHaveURL('/customer/dashboard')
  await expect(confirming.getByText('Please check your email for verification.')).toHaveCount(0)
})

test('A-04 in another browser a link asks for a new password before it verifies the email', async ({
  page,
  request,
}) => {
  const person = newPerson()
  await signUp(request, person)
  await page.goto(await mailTo(page.request, person.email, /Confirm/))
  const link = page.frameLocator('iframe[title="The mail"]').getByRole('link', { name: 'Confirm my address' })
  const address = (await link.first().getAttribute('href')) ?? ''
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await page.getByLabel('New password').fill('three left shoes')
  await page.getByLabel('Once more').fill('three left shoes')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/customer/dashboard')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await page.goto(address.replace(/.{5}$/, 'AAAAA'))
  await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible()
})

test('A-01 A-02 A-06 what is missing or wrong is said at the field, and what was typed stays', async ({
  page,
}) => {
  const form = await signUpForm(page)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(form.getByText('Enter your name.')).toBeVisible()
  await expect(form.getByText('Enter your email.')).toBeVisible()
  await expect(form.getByText('Enter a password.')).toBeVisible()
  await expect(form.getByLabel('Full name')).toBeFocused()
  await form.getByLabel('Email').fill('no address')
  await form.getByLabel('Full name').fill('Ada')
  await form.getByLabel('Password', { exact: true }).fill('short')
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(form.getByText('Enter an address such as name@example.com.')).toBeVisible()
  await expect(form.getByText('Use at least 8 characters.')).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue('no address')
})

test('A-03 A-06 a wrong code and an expired one are refused, and no account is made', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 422/)
  const person = newPerson()
  const expired = await makeCode(-1)
  const form = await signUpForm(page)
  await fill(form, person)
  for (const [code, words] of [
    ['ZZZZZZZZ', 'Invalid or expired invitation code'],
    ['Q9WE22RT', 'Invalid or expired invitation code'],
    [expired, 'Invitation code has expired'],
  ] as const) {
    await form.getByLabel('Invitation code').fill(code)
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await expect(form.getByText(words)).toBeVisible()
    const toast = page.getByRole('alert').filter({ hasText: words })
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toHaveCount(0)
    await expect(page).toHaveURL(/\/auth/)
  }
  await expect(form.getByLabel('Full name')).toHaveValue(person.fullName)
  const accounts = await withDatabase((ask) => ask('select 1 from accounts where email = $1', [person.email]))
  expect(accounts).toEqual([])
})

test('A-05 R-10 a valid code from a link makes a member, and is used with name and time', async ({
  page,
}) => {
  const person = newPerson()
  const code = await makeCode(24)
  const form = await signUpForm(page, `/auth?code=${code.toLowerCase()}`)
  await fill(form, person)
  await expect(form.getByLabel('Invitation code')).toHaveValue(code)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  const [used] = await withDatabase((ask) =>
    ask<{ status: string; email: string; is_dated: boolean }>(
      'select i.status, p.email, i.used_at is not null as is_dated from invitations i join profiles p on p.id = i.used_by where code = $1',
      [code],
    ),
  )
  expect(used).toEqual({ status: 'used', email: person.email, is_dated: true })
})

test('A-06 an address that is taken says so, with two ways on', async ({ page, customer, faults }) => {
  faults.expect(/status of 409/)
  const form = await signUpForm(page)
  await fill(form, { ...customer, password: 'something else' })
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'User already registered' })).toBeVisible()
  await form.getByRole('link', { name: 'set a new password' }).click()
  await expect(page).toHaveURL(/\/auth\/forgot/)
})

test('A-01 A-06 a wrong password and an unknown address get the same sentence', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/status of 401/)
  await page.goto('/auth')
  const form = page.getByRole('form', { name: 'Sign In' })
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(form.getByText('Enter your email.')).toBeVisible()
  for (const email of [customer.email, newPerson().email]) {
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill('not this one')
    await form.getByRole('button', { name: 'Sign In' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Invalid login credentials' })
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toHaveCount(0)
  }
})

test('A-01 a forgotten password: mail, a new one, signed in; the old one and the link are dead', async ({
  page,
  customer,
  faults,
}) => {
  faults.expect(/status of 401/)
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgotten?' }).click()
  // The screen before has an Email too: what is typed must not land there.
  await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Send a link' }).click()
  await expect(page.getByRole('heading', { name: 'Look in your mail' })).toBeVisible()
  const setting = await followMail(page, customer.email, /Set a new password/, /Set a new password/)
  await expect(setting.getByRole('heading', { name: 'New password' })).toBeVisible()
  const address = setting.url()
  await setting.getByLabel('New password').fill('three left shoes')
  await setting.getByLabel('Once more').fill('three left shoes')
  await setting.getByRole('button', { name: 'Set password' }).click()
  await expect(setting).toHaveURL('/customer/dashboard')
  await setting.goto(address)
  await expect(setting.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
  // Every other session has ended.
  await customer.page.goto('/customer/dashboard')
  await expect(customer.page).toHaveURL(/\/auth/)
  const form = customer.page.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(customer.email)
  await form.getByLabel('Password', { exact: true }).fill(customer.password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(customer.page.getByRole('alert').filter({ hasText: 'Invalid login' })).toBeVisible()
})

test('L-01 a request for an invite is stored for a person to answer', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: 'We have it.' })).toBeFocused()
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
