import { createHash, randomBytes } from 'node:crypto'
import { GoTrueAdminApi } from '@supabase/auth-js'
import type { Locator, Page } from '@playwright/test'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect } from './support/journey'
import { followEmailLink } from './support/mailbox'
import { type Member, send, test } from './support/member'
import { newPerson, type Person } from './support/people'
import { open, region } from './support/settings'

const SUBJECT = /invites you to/

/**
 * Has a member email an invitation code, and opens the email in this browser. Returns the page that the email links
 * to.
 */
async function openInvitation(member: Member, page: Page, email: string): Promise<Page> {
  await send(member.page, 'POST', 'me/invitations', { email })
  return followEmailLink(page, email, SUBJECT, /Sign up with this code|Redeem the code/)
}

async function fill(form: Locator, person: Person): Promise<void> {
  await form.getByLabel('Full name').fill(person.fullName)
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
}

test('A-05 M-06 an emailed invitation fills in its code and creates a member; a second time it says the code was used', async ({
  member,
  page,
  browser,
  faults,
}) => {
  faults.expect(/status of 422/)
  const person = newPerson('Imke Haas')
  const link = await openInvitation(member, page, person.email)
  const address = link.url()
  const form = link.getByRole('form', { name: 'Sign Up' })
  await expect(form.getByLabel('Invitation code')).toHaveValue(/^[A-Z0-9]{8}$/)
  await fill(form, person)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(link).toHaveURL(/\/dashboard/)

  const elsewhere = await browser.newContext()
  faults.watch(elsewhere)
  const other = await elsewhere.newPage()
  await other.goto(address)
  await expect(other.getByText('Invalid or expired invitation code')).toBeVisible()
  // Without the code the second person can still buy tickets.
  const late = newPerson()
  const lateForm = other.getByRole('form', { name: 'Sign Up' })
  await fill(lateForm, late)
  await lateForm.getByRole('button', { name: 'Sign Up' }).click()
  await expect(lateForm).toBeVisible()
  await lateForm.getByLabel('Invitation code').fill('')
  await lateForm.getByRole('button', { name: 'Sign Up' }).click()
  await expect(other).toHaveURL('/customer/dashboard')
  await elsewhere.close()
})

test('M-06 R-06 a customer signs in from an emailed invitation and becomes a member with the same account @long', async ({
  member,
  customer,
  page,
}) => {
  const link = await openInvitation(member, page, customer.email)
  await expect(link.getByRole('form', { name: 'Sign In' })).toBeVisible()
  const form = link.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(customer.email)
  await form.getByLabel('Password', { exact: true }).fill(customer.password)
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(link.getByRole('heading', { name: 'Become a member' })).toBeVisible()
  // The code is filled in but not redeemed, because opening a link must not change anything.
  const code = link.getByRole('textbox', { name: 'Invitation code' })
  await expect(code).toHaveValue(/^[A-Z0-9]{8}$/)
  await check(link, 'redeeming an emailed code')
  await link.getByRole('button', { name: 'Redeem' }).click()
  await expect(link.getByRole('navigation', { name: 'Member Dashboard' })).toBeVisible()
})

/** Creates a program with its own service token. */
async function createProgram(address = ''): Promise<GoTrueAdminApi> {
  const token = `b2b_service_${randomBytes(32).toString('base64url')}`
  await withDatabase((ask) =>
    ask('insert into service_tokens (name, token_hash, created_at) values ($1, $2, now())', [
      'a journey',
      createHash('sha256').update(token).digest(),
    ]),
  )
  return new GoTrueAdminApi({ url: `${address}/auth/v1`, headers: { Authorization: `Bearer ${token}` } })
}

test('A-08 A-09 a link created by a program asks for confirmation before it signs in, and works once @long', async ({
  page,
  customer,
  baseURL,
}) => {
  const program = await createProgram(baseURL)
  const { data, error } = await program.generateLink({
    type: 'magiclink',
    email: customer.email,
    options: { redirectTo: `${baseURL}/discover` },
  })
  expect(error).toBeNull()
  const address = data.properties?.action_link ?? ''
  await page.goto(address)
  await expect(page.getByText(`Sign in as ${customer.email}. The link works once.`)).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('b2b_session')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/discover')
  await open(page)
  await expect(region(page, 'Account')).toContainText(customer.email)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
})

test('A-08 A-09 a person invited by a program signs in from the email as a member @long', async ({
  page,
  member,
  baseURL,
}) => {
  const program = await createProgram(baseURL)
  await send(member.page, 'POST', 'me/invitations')
  const [made] = await withDatabase((ask) =>
    ask<{ code: string }>('select code from invitations where created_by = $1', [member.id]),
  )
  const { email, fullName } = newPerson('Gus Sand')
  const invited = await program.inviteUserByEmail(email, {
    data: { full_name: fullName, invitation_code: made?.code },
  })
  expect(invited.error).toBeNull()
  const link = await followEmailLink(page, email, /You’re invited to your account/, /Accept invitation/)
  await expect(link.getByRole('heading', { name: 'You’re on the list' })).toBeVisible()
  await check(link, 'an invitation of the site')
  await link.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(link).toHaveURL(/\/dashboard/)
  await expect(link.getByText('Please check your email for verification.')).toHaveCount(0)
})
