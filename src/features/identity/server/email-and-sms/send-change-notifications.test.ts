import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { changeTexts } from './account-change-email'
import { changeNotificationJob, type SignInMethodChange } from './notify-of-change'
import {
  site,
  listen,
  emails,
  messages,
  setReach,
  resetState,
  tell,
  workers,
} from './testing-change-notifications'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
  await listen(database.db)
})
afterAll(() => database.drop())
beforeEach(resetState)

test.each(Object.keys(changeTexts) as SignInMethodChange[])(
  'A-08 %s sends an email with the change, the time, the network and what to do',
  async (kind) => {
    await tell({ kind })
    expect(emails).toHaveLength(1)
    const [message] = emails
    expect(message).toMatchObject({ to: 'ida@sand.example', subject: changeTexts[kind].subject })
    for (const part of [
      `${changeTexts[kind].happened} on Sat 21 Nov`,
      'UTC',
      'Network address 203.0.113.9',
      'https://b2b.example/auth/forgot',
    ])
      expect(message?.text.replaceAll(/\s+/g, ' ')).toContain(part)
    expect(message?.text).not.toContain('undefined')
    expect(message?.html).toMatch(
      /<a href="https:\/\/b2b\.example\/auth\/forgot"[^>]*>.*Not me: set a new password/s,
    )
  },
)

test('A-08 notifications of changes that a new password does not undo have a link to undo them', async () => {
  await tell({ kind: 'passkey_added' })
  await tell({ kind: 'passkey_removed' })
  const [added, removed] = emails
  expect(added?.text).toContain('https://b2b.example/dashboard/settings#passkeys')
  expect(removed?.text).not.toContain('/dashboard/settings')
})

test('A-08 names the linked account in emails and text messages', async () => {
  const elsewhere = 'Label (ida@label.example)'
  await tell({ kind: 'identity_linked', elsewhere })
  await tell({ kind: 'identity_unlinked', elsewhere })
  const [linked, unlinked] = emails.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(linked).toContain('Label (ida@label.example) was linked to your account on Sat 21 Nov')
  expect(unlinked).toContain('Label (ida@label.example) was unlinked from your account on Sat 21 Nov')
  await setReach({ email: null, email_verified_at: null, phone: '+447700900777' })
  await tell({ kind: 'identity_linked', elsewhere })
  expect(messages[0]?.text).toContain(': Label (ida@label.example) was linked to your account on Sat 21 Nov')
  await setReach({ email: 'ida@sand.example', phone: null })
})

test('A-08 a new email is notified at both addresses, and only the new one is offered a password reset', async () => {
  await setReach({ email: 'ida@new.example' })
  await tell({ kind: 'email_changed', formerEmail: 'ida@sand.example' })
  expect(emails.map(({ to }) => to)).toEqual(['ida@new.example', 'ida@sand.example'])
  const [current, former] = emails
  expect(current?.text).toContain('/auth/forgot')
  expect(former?.text).not.toContain('/auth/forgot')
  expect(former?.html).toMatch(/<a href="https:\/\/b2b\.example\/auth"[^>]*>.*Not me: sign in/s)
  expect(former?.text.replaceAll(/\s+/g, ' ')).toContain('New address ida@new.example')
  expect(messages).toEqual([])
})

test('A-08 an account without an email is notified by text message, also about its first email', async () => {
  await setReach({ email: null, email_verified_at: null, phone: '+447700900777' })
  await tell({ kind: 'passkey_added' })
  expect(emails).toEqual([])
  expect(messages).toMatchObject([{ to: '+447700900777', channel: 'sms' }])
  expect(messages[0]?.text).toMatch(/A passkey was added to your account on Sat 21 Nov.* UTC\. Not you\?/)
  await setReach({ email: 'ida@new.example' })
  await tell({ kind: 'email_changed' })
  expect(emails.map(({ to }) => to)).toEqual(['ida@new.example'])
  expect(messages).toHaveLength(2)
})

test('A-08 notifies the previous phone number too, but not deleted accounts', async () => {
  await setReach({ phone: '+447700900778' })
  await tell({ kind: 'phone_changed', formerPhone: '+447700900777' })
  expect(messages.map(({ to }) => to)).toEqual(['+447700900777'])
  await workers.get(changeNotificationJob)?.({
    userId: '018cc251-0000-7000-8000-00000000dead',
    what: 'password_changed',
    at: new Date().toISOString(),
    ip: null,
  } as never)
  expect(emails).toHaveLength(1)
})

test('A-08 notifications name an address for help, or say that replies are not read', async () => {
  await setReach({ email: 'ida@new.example', email_verified_at: new Date() })
  await tell({ kind: 'passkey_added' })
  await tell({ kind: 'email_changed', formerEmail: 'ida@sand.example' })
  site.emailSender = 'noreply@loom.example'
  await tell({ kind: 'passkey_removed' })
  const [own, , former, unanswered] = emails.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(own).toContain('If you can’t sign in, write to hello@b2b.example')
  expect(former).toContain('If you can’t sign in, write to hello@b2b.example. We’ll help you regain access.')
  expect(emails[0]?.html).toContain('href="mailto:hello@b2b.example"')
  expect(unanswered).toContain(
    'contact Back to Back, https://b2b.example (replies to this email aren’t read)',
  )
})

test.each([
  ['phone_added', /number was added to your account/],
  ['phone_changed', /number of your account was changed/],
  ['phone_removed', /number of your account was removed/],
  ['email_added', /address was added to your account/],
  ['email_changed', /address of your account was changed/],
] as const)('A-08 the notification about %s names the change', async (kind, words) => {
  await tell({ kind })
  expect(emails[0]?.subject).toMatch(new RegExp(`was ${kind.split('_')[1]}$`))
  expect(emails[0]?.text.replaceAll(/\s+/g, ' ')).toMatch(words)
})

test('A-08 a first email is notified to the account’s phone, too', async () => {
  await setReach({ email: 'ida@new.example', phone: '+447700900777' })
  await tell({ kind: 'email_added' })
  expect(emails.map(({ to }) => to)).toEqual(['ida@new.example'])
  expect(messages.map(({ text }) => text)).toEqual([
    expect.stringMatching(/An email address was added to your account/),
  ])
})
