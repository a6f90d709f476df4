import { expect, test } from 'vitest'
import { findEmailPage } from './email-pages'
import type { StoredEmail, Mailbox } from './mailbox'

const email: StoredEmail = {
  id: '0190a5a0-0000-7000-8000-000000000000',
  sentAt: '2026-11-21T12:00:00.000Z',
  to: '"<i>Ada" <ada@example.com>',
  subject: '<script>alert(1)</script>',
  html: '<html><head></head><body><a href="https://b2b.example/auth/verify?token=abc">Verify</a></body></html>',
  from: { name: 'Sofia <b>Lind</b>', address: 'b2b@example.com' },
  headers: { 'List-Unsubscribe': '<https://b2b.example/unsubscribe/abc>' },
  text: 'Verify: <https://b2b.example>',
  attachments: [
    { filename: 'Tickets "Süd".pdf', contentType: 'application/pdf', content: Buffer.from('PDF') },
  ],
}
const mailbox: Mailbox = {
  keep: () => Promise.resolve(),
  storeText: () => Promise.resolve(''),
  list: () => Promise.resolve([email]),
  find: (id) => Promise.resolve(id === email.id ? email : undefined),
}
const open = (path: string) => findEmailPage(mailbox, path)

test('the demo’s mailbox shows messages as text, in the list and on their own page', async () => {
  for (const path of ['/dev/mail', '/dev/mail/', `/dev/mail/${email.id}`]) {
    const answer = await open(path)
    expect(answer?.status).toBe(200)
    expect(answer?.body).toContain('&lt;script&gt;alert(1)')
    expect(answer?.body).not.toContain('<script>')
  }
})

test('frames the HTML without scripts and opens its links outside the frame', async () => {
  const answer = await open(`/dev/mail/${email.id}/html`)
  expect(answer?.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  expect(answer?.headers['content-security-policy']).not.toContain('allow-scripts')
  expect(answer?.body).toContain('<base target="_top">')
  expect(answer?.body).toContain('token=abc')
})

test('shows the sender and custom headers of an email', async () => {
  const answer = await open(`/dev/mail/${email.id}`)
  expect(answer?.body).toContain('From Sofia &lt;b&gt;Lind&lt;/b&gt; &lt;b2b@example.com&gt;. To ')
  expect(answer?.body).toContain(`<a href="/dev/mail/${email.id}/html">Open only the email</a>`)
  expect(answer?.body).toContain('List-Unsubscribe: &lt;https://b2b.example/unsubscribe/abc&gt;')
})

test('downloads an attachment under its own name', async () => {
  const answer = await open(`/dev/mail/${email.id}/attachments/0`)
  expect(answer?.body).toEqual(Buffer.from('PDF'))
  expect(answer?.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''Tickets%20%22S%C3%BCd%22.pdf",
  )
})

test('answers 404 for unknown emails, and leaves other paths to the site', async () => {
  expect((await open('/dev/mail/unknown'))?.status).toBe(404)
  expect((await open(`/dev/mail/${email.id}/attachments/7`))?.status).toBe(404)
  expect(await open('/dev/other')).toBeUndefined()
})
