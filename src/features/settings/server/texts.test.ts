import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { createSettingsClients } from './testing-calls'

const { db, drop } = await createTestDatabase()
const clock = { now: new Date('2026-11-21T02:00:00Z') }
const { as, byPhone, sent, post, settings } = createSettingsClients(db, clock)
beforeAll(() => seedDemo(db, { now: clock.now, hashPassword: async () => 'hash' }))
afterAll(drop)

beforeEach(async () => {
  clock.now = new Date('2026-11-21T02:00:00Z')
  sent.length = 0
  post.error = undefined
  await db.deleteFrom('settings').execute()
  settings.forget()
})

type Admin = ReturnType<typeof as>
const save = (
  key: Parameters<Admin['save']>[0]['changes'][number]['key'],
  value: string | number,
  version = 0,
) => as('admin').save({ changes: [{ key, value, version }] })
const getText = async (which: 'terms' | 'privacy' | 'accessibility') => {
  const { sections } = await as(null).texts({ document: which })
  return sections.map(({ title, html }) => `${title}\n${html}`).join('\n')
}

describe('R-01 the terms and the privacy notice', () => {
  test('the default terms have eight numbered sections and the privacy notice six, each with a date', async () => {
    const terms = await as(null).texts({ document: 'terms' })
    expect(terms.sections.map(({ title }) => title)).toEqual([
      'Who may join',
      'Buying tickets',
      'The service fee',
      'Refunds',
      'Bookings',
      'What we remove',
      'Your data',
      'Changes',
    ])
    expect(terms.since).toBe('2026-02-03T12:00:00.000Z')
    expect(await getText('terms')).toContain('We add 10% of the subtotal')
    expect((await as(null).texts({ document: 'privacy' })).sections).toHaveLength(6)
    expect(await getText('terms')).not.toMatch(/[{}]/)
  })

  test('the accessibility statement links to the contact address, or names the sender of emails', async () => {
    expect(await getText('accessibility')).toContain('write to the address that our emails come from.')
    await save('contactAddress', 'help@loom.example')
    const words = await getText('accessibility')
    expect(words).toContain(
      'write to <a href="mailto:help@loom.example" rel="noopener nofollow">help@loom.example</a>.',
    )
    expect(words).not.toMatch(/[{}]/)
  })

  test('texts use new settings immediately, and their date is that of the last change they depend on', async () => {
    await save('feeBasisPoints', 1250)
    await save('holdMinutes', 15)
    await save('name', 'Loom & <b>Hall</b>')
    const words = await getText('terms')
    expect(words).toContain('We add 12.5% of the subtotal')
    expect(words).toContain('hold the tickets for 15 minutes')
    expect(words).toContain('Loom &amp; &lt;b&gt;Hall&lt;/b&gt; stores what it needs')
    expect((await as(null).texts({ document: 'terms' })).since).toBe(clock.now.toISOString())
    clock.now = new Date('2026-11-22T02:00:00Z')
    await save('invitationsPerMember', 7)
    expect((await as(null).texts({ document: 'terms' })).since).toBe('2026-11-21T02:00:00.000Z')
  })

  test('an admin’s own text replaces the default, and can be reset', async () => {
    await save('terms', 'Be kind.\n\n## Money\n\nWe add {service_fee}, not {fee}. <script>alert(1)</script>')
    expect(await as(null).texts({ document: 'terms' })).toEqual({
      sections: [
        { title: null, html: '<p>Be kind.</p>\n' },
        {
          title: 'Money',
          html: '<p>We add 10%, not {fee}. &lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
        },
      ],
      since: clock.now.toISOString(),
    })
    expect((await as(null).texts({ document: 'privacy' })).since).toBe('2026-02-03T12:00:00.000Z')
    await save('terms', '', 1)
    expect((await as(null).texts({ document: 'terms' })).sections).toHaveLength(8)
  })

  test('the preview shows the text as it will appear and stores nothing', async () => {
    const preview = await as('admin').previewText({ markdown: '## {name}\n\n[in](javascript:alert(1))' })
    expect(preview).toEqual({
      sections: [{ title: 'Back to Back', html: '<p>[in](javascript:alert(1))</p>\n' }],
    })
    expect((await as('admin').get()).values.terms).toBe('')
  })
})

describe('AD-04 the test email', () => {
  test('a test email goes to the admin from the entered address without saving it', async () => {
    const result = await as('admin').testEmail({ sender: ' Hello@Loom.example ' })
    expect(result).toEqual({
      isSent: true,
      message:
        'Sent to admin@backtoback.example. No mail server is configured, so you’ll find it in the demo mailbox.',
    })
    expect(sent.map(({ message, sender }) => [message.to, message.subject, sender])).toEqual([
      ['admin@backtoback.example', 'A test from Back to Back', 'hello@loom.example'],
    ])
    expect(sent[0]?.message.text).toContain('Emails from hello@loom.example reach you.')
    expect((await as('admin').get()).values.emailSender).toBe('')
    // The audit entry has no email address, because it is permanent even if the admin's account is deleted.
    const line = await db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'settings.test_email')
      .execute()
    expect(line).toEqual([{ details: {} }])
  })

  test('a test email comes from the configured sender when the address is empty', async () => {
    await as('admin').testEmail({ sender: '' })
    expect(sent[0]?.sender).toBeUndefined()
  })

  test('the exact error text of the mail server is shown, and no test email is recorded', async () => {
    const written = () =>
      db.selectFrom('audit_log').selectAll().where('action', '=', 'settings.test_email').execute()
    const before = await written()
    post.error = Object.assign(new Error('Message failed'), { response: '550 5.7.1 Sender not allowed' })
    expect(await as('admin').testEmail({ sender: 'hello@loom.example' })).toEqual({
      isSent: false,
      message: 'Not sent. The mail server said: 550 5.7.1 Sender not allowed',
    })
    post.error = new Error('connect ECONNREFUSED 192.0.2.9:25')
    expect((await as('admin').testEmail({ sender: '' })).message).toBe(
      'Not sent. The mail server didn’t accept it: connect ECONNREFUSED 192.0.2.9:25',
    )
    expect(await written()).toEqual(before)
  })

  test('an admin without an email address gets an error, and no test email is recorded', async () => {
    const written = () =>
      db.selectFrom('audit_log').selectAll().where('action', '=', 'settings.test_email').execute()
    const before = await written()
    await expect(byPhone('admin').testEmail({ sender: 'hello@loom.example' })).rejects.toMatchObject({
      code: 'EMAIL_NEEDED',
      status: 422,
      message: 'Add your email in your account settings first. The test email goes there.',
    })
    expect(sent).toEqual([])
    expect(await written()).toEqual(before)
  })

  test('a test email from an invalid address is refused', async () => {
    await expect(as('admin').testEmail({ sender: 'hello at loom' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: {
        fields: [
          {
            path: 'emailSender',
            message: 'Enter an address such as hello@yoursite.example, or leave it empty.',
          },
        ],
      },
    })
    expect(sent).toEqual([])
  })
})
