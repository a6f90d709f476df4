import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailer } from './mailer'

const received: string[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: ({ address }, _session, done) =>
    address.startsWith('full') ? done(new Error('452 mailbox full')) : done(),
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push(Buffer.concat(chunks).toString())
      done()
    })
  },
})
let smtpUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.server.address()))
  smtpUrl = `smtp://127.0.0.1:${port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

const asConfigured = async () => ({})
const mail = { to: 'ada@example.com', subject: 'Your tickets', html: '<p>Hi Ada</p>', text: 'Hi Ada' }

test('a mail leaves by SMTP with its sender, both texts and the attachment', async () => {
  const mailer = createMailer(
    { smtpUrl, mailFrom: 'Back to Back <b2b@example.com>', dataDir: '/nowhere' },
    asConfigured,
  )
  const content = Buffer.from('PDF')
  await mailer.send({
    ...mail,
    attachments: [{ filename: 'tickets.pdf', contentType: 'application/pdf', content }],
  })
  await mailer.close()
  const [raw = ''] = received
  expect(raw).toContain('From: Back to Back <b2b@example.com>')
  expect(raw).toContain('To: ada@example.com')
  expect(raw).toContain('Subject: Your tickets')
  for (const part of ['text/plain', 'text/html', 'tickets.pdf', content.toString('base64')])
    expect(raw).toContain(part)
})

test('a line break in a subject makes no header', async () => {
  const mailer = createMailer({ smtpUrl, mailFrom: 'b2b@example.com', dataDir: '/nowhere' }, asConfigured)
  await mailer.send({ ...mail, subject: 'Hi\r\nBcc: thief@example.com' })
  await mailer.close()
  expect(received.at(-1)).not.toMatch(/^Bcc:/m)
})

test('a refusal of the mail server is an error, so that the job comes again', async () => {
  const mailer = createMailer({ smtpUrl, mailFrom: 'b2b@example.com', dataDir: '/nowhere' }, asConfigured)
  await expect(mailer.send({ ...mail, to: 'full@example.com' })).rejects.toThrow()
  await mailer.close()
})

test('a mail may name who it speaks for; the address stays ours, and the name is no way to add another', async () => {
  const mailer = createMailer(
    { smtpUrl, mailFrom: 'Back to Back <b2b@example.com>', dataDir: '/nowhere' },
    asConfigured,
  )
  const stop = 'https://b2b.example/unsubscribe/abc'
  await mailer.send({
    ...mail,
    fromName: 'Sofia "S" Lind <evil@example.com>, via Back to Back\r\nBcc: thief@example.com',
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  await mailer.close()
  const raw = received.at(-1) ?? ''
  expect(raw.replaceAll(/\r\n\s+/g, ' ')).toMatch(/^From: .*<b2b@example\.com>$/m)
  expect(raw).not.toMatch(/^From: [^\n]*\bevil@example\.com>\s*$/m)
  expect(raw).not.toMatch(/^Bcc:/m)
  expect(raw).toContain(`List-Unsubscribe: <${stop}>`)
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('the address and the name that are set stand before the configured ones, and one to try before both', async () => {
  const sender = { name: 'Slipped Halves', address: 'tickets@halves.example' }
  const mailer = createMailer(
    { smtpUrl, mailFrom: 'Back to Back <b2b@example.com>', dataDir: '/nowhere' },
    async () => sender,
  )
  const fromLine = () => /^From: .*$/m.exec(received.at(-1) ?? '')?.[0].trim()
  await mailer.send(mail)
  expect(fromLine()).toBe('From: Slipped Halves <tickets@halves.example>')
  sender.address = 'door@halves.example'
  await mailer.send(mail)
  expect(fromLine()).toBe('From: Slipped Halves <door@halves.example>')
  await mailer.send(mail, { sender: 'new@halves.example' })
  expect(fromLine()).toBe('From: Slipped Halves <new@halves.example>')
  await mailer.close()
})

test.each([
  'no address',
  'a@b.example, thief@example.com',
  'a@b.example>\r\nBcc: thief@example.com',
  'Name <thief@example.com>',
])('a sender of %j is none: the configured one stands', async (address) => {
  const mailer = createMailer({ smtpUrl, mailFrom: 'b2b@example.com', dataDir: '/nowhere' }, async () => ({
    name: 'Halves\r\nBcc: thief@example.com',
    address,
  }))
  await mailer.send(mail)
  await mailer.close()
  const raw = received.at(-1) ?? ''
  expect(raw).toMatch(/<b2b@example\.com>/)
  expect(raw).not.toMatch(/^Bcc:/m)
  expect(raw).not.toMatch(/^From: [^\n]*<thief@example\.com>/m)
})
