import { createHash, randomBytes } from 'node:crypto'
import { GoTrueAdminApi } from '@supabase/auth-js'
import type { Locator, Page } from '@playwright/test'
import { check } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect } from './support/journey'
import { followMail } from './support/mailbox'
import { type Member, send, test } from './support/member'
import { newPerson, type Person, signUp } from './support/people'
import { open, region } from './support/settings'

const SUBJECT = /invites you to/

/** A member mails a code of their own, and whoever reads it opens it in this browser. Answers the page that the mail leads to. */
async function openInvitation(member: Member, page: Page, email: string): Promise<Page> {
  await send(member.page, 'POST', 'me/invitations', { email })
  return followMail(page, email, SUBJECT, /Sign up with this code|Redeem the code/)
}

const newest = (member: Member, change: string) =>
  withDatabase((ask) => ask(`update invitations set ${change} where created_by = $1`, [member.id]))

async function fill(form: Locator, person: Person): Promise<void> {
  await form.getByLabel('Full name').fill(person.fullName)
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
}

test('A-05 M-06 a mailed invitation, opened by somebody new, fills its code in and makes a member; opened again it is used up', async ({
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
  // Whoever came too late may still buy tickets: without the code.
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

test('A-03 a mailed invitation that came too late says so before anything is typed', async ({
  member,
  page,
}) => {
  const { email } = newPerson()
  await send(member.page, 'POST', 'me/invitations', { email })
  const link = await followMail(page, email, SUBJECT, /Sign up with this code/)
  await newest(member, "expires_at = now() - interval '1 minute'")
  await link.reload()
  await expect(link.getByText('Invitation code has expired')).toBeVisible()
  await check(link, 'an expired invitation')
})

test('M-06 R-06 a mailed invitation, opened by a customer, asks who they are and makes a member of the account that they have', async ({
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
  // Filled in, and not sent: a link that is opened changes nothing by itself.
  const code = link.getByRole('textbox', { name: 'Invitation code' })
  await expect(code).toHaveValue(/^[A-Z0-9]{8}$/)
  await check(link, 'redeeming a mailed code')
  await link.getByRole('button', { name: 'Redeem' }).click()
  await expect(link.getByRole('navigation', { name: 'Member Dashboard' })).toBeVisible()
})

test('M-06 a code for somebody new, in the hands of somebody with an account: signing in leads to where it is redeemed', async ({
  member,
  customer,
  page,
}) => {
  const link = await openInvitation(member, page, newPerson().email)
  await link.getByRole('tab', { name: 'Sign In' }).click()
  const form = link.getByRole('form', { name: 'Sign In' })
  await form.getByLabel('Email').fill(customer.email)
  await form.getByLabel('Password', { exact: true }).fill(customer.password)
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(link.getByRole('heading', { name: 'Become a member' })).toBeVisible()
  await expect(link.getByRole('textbox', { name: 'Invitation code' })).toHaveValue(/^[A-Z0-9]{8}$/)
})

/** A program of the house, with a token of its own. */
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

test('A-08 A-09 a link that a program made signs in in a browser, asks first, and is dead afterwards', async ({
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
  await expect(page.getByText(`Come in as ${customer.email}. The link works once.`)).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('b2b_session')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/discover')
  await open(page)
  await expect(region(page, 'Account')).toContainText(customer.email)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
})

test('A-08 A-09 whoever a program invites comes in by the mail, as a member where it said so', async ({
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
  const link = await followMail(page, email, /account with your name on it/, /Come in/)
  await expect(link.getByRole('heading', { name: 'You’re on the list' })).toBeVisible()
  await check(link, 'an invitation of the house')
  await link.getByRole('button', { name: 'Come in' }).click()
  await expect(link).toHaveURL(/\/dashboard/)
  await expect(link.getByText('Please check your email for verification.')).toHaveCount(0)
})

test('A-08 in a browser where somebody else is signed in, a program’s link says whom it signs out', async ({
  customer,
  request,
  baseURL,
}) => {
  const program = await createProgram(baseURL)
  const guest = newPerson('Imke Haas')
  await signUp(request, guest)
  const { data } = await program.generateLink({ type: 'magiclink', email: guest.email })
  await customer.page.goto(data.properties?.action_link ?? '')
  await expect(customer.page.getByText(`This signs ${customer.fullName} out in this browser.`)).toBeVisible()
  await customer.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(customer.page).toHaveURL('/customer/dashboard')
  await open(customer.page)
  await expect(region(customer.page, 'Account')).toContainText(guest.email)
})
