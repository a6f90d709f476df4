import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
const email = { to: 'ada@example.com', subject: 'Your tickets', html: '<p>Hi Ada</p>', text: 'Hi Ada' }

test('sends an email by SMTP with its sender, both bodies and the attachment', async () => {
  const mailer = createMailer(
    { smtpUrl, mailFrom: 'Back to Back <b2b@example.com>', dataDir: '/nowhere' },
    asConfigured,
  )
  const content = Buffer.from('PDF')
  await mailer.send({
    ...email,
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

test('prevents header injection by a line break in the subject', async () => {
  const mailer = createMailer({ smtpUrl, mailFrom: 'b2b@example.com', dataDir: '/nowhere' }, asConfigured)
  await mailer.send({ ...email, subject: 'Hi\r\nBcc: thief@example.com' })
  await mailer.close()
  expect(received.at(-1)).not.toMatch(/^Bcc:/m)
})

test('throws when the mail server refuses an email, so that the job is retried', async () => {
  const mailer = createMailer({ smtpUrl, mailFrom: 'b2b@example.com', dataDir: '/nowhere' }, asConfigured)
  await expect(mailer.send({ ...email, to: 'full@example.com' })).rejects.toThrow()
  await mailer.close()
})

test("uses another sender name, which can't inject an address or a header", async () => {
  const mailer = createMailer(
    { smtpUrl, mailFrom: 'Back to Back <b2b@example.com>', dataDir: '/nowhere' },
    asConfigured,
  )
  const stop = 'https://b2b.example/unsubscribe/abc'
  await mailer.send({
    ...email,
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

test("prefers the settings' sender to the configured one, and a tested address to both", async () => {
  const sender = { name: 'Slipped Halves', address: 'tickets@halves.example' }
  const mailer = createMailer(
    { smtpUrl, mailFrom: 'Back to Back <b2b@example.com>', dataDir: '/nowhere' },
    async () => sender,
  )
  const fromLine = () => /^From: .*$/m.exec(received.at(-1) ?? '')?.[0].trim()
  await mailer.send(email)
  expect(fromLine()).toBe('From: Slipped Halves <tickets@halves.example>')
  sender.address = 'door@halves.example'
  await mailer.send(email)
  expect(fromLine()).toBe('From: Slipped Halves <door@halves.example>')
  await mailer.send(email, { sender: 'new@halves.example' })
  expect(fromLine()).toBe('From: Slipped Halves <new@halves.example>')
  await mailer.close()
})

test.each([
  'no address',
  'a@b.example, thief@example.com',
  'a@b.example>\r\nBcc: thief@example.com',
  'Name <thief@example.com>',
])('ignores the invalid sender %j in favor of the configured one', async (address) => {
  const mailer = createMailer({ smtpUrl, mailFrom: 'b2b@example.com', dataDir: '/nowhere' }, async () => ({
    name: 'Halves\r\nBcc: thief@example.com',
    address,
  }))
  await mailer.send(email)
  await mailer.close()
  const raw = received.at(-1) ?? ''
  expect(raw).toMatch(/<b2b@example\.com>/)
  expect(raw).not.toMatch(/^Bcc:/m)
  expect(raw).not.toMatch(/^From: [^\n]*<thief@example\.com>/m)
})

test('uses the same Message-ID for a retry', async () => {
  const mailer = createMailer({ smtpUrl, mailFrom: 'b2b@example.com', dataDir: '/nowhere' }, asConfigured)
  const idOf = (raw = '') => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim()
  await mailer.send({ ...email, idempotencyKey: 'tickets.1234' }, { isBulk: true })
  await mailer.send({ ...email, idempotencyKey: 'tickets.1234' }, { isBulk: true })
  await mailer.send(email)
  await mailer.close()
  const ids = received.slice(-3).map(idOf)
  expect(ids[0]).toBe('<tickets.1234@example.com>')
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('sends a password over TLS only, unless the URL says otherwise', async () => {
  const addressed = (query: string) => smtpUrl.replace('smtp://', 'smtp://user:password@') + query
  const open = (query: string) =>
    createMailer(
      { smtpUrl: addressed(query), mailFrom: 'b2b@example.com', dataDir: '/nowhere' },
      asConfigured,
    )
  const before = received.length
  const strict = open('')
  await expect(strict.send(email)).rejects.toThrow(/STARTTLS/i)
  await strict.close()
  expect(received.length).toBe(before)
  // This server doesn't support AUTH, so nodemailer sends without it.
  const lax = open('?requireTLS=false')
  await lax.send(email)
  await lax.close()
  expect(received.length).toBe(before + 1)
})

test("hanging bulk email doesn't block other email", async () => {
  const waiting: (() => void)[] = []
  const slow = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        if (session.envelope.rcptTo[0]?.address.startsWith('bulk')) waiting.push(() => done())
        else done()
      })
    },
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = JSON.parse(JSON.stringify(slow.server.address()))
  const mailer = createMailer(
    { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'b2b@example.com', dataDir: '/nowhere' },
    asConfigured,
  )
  const bulk = Array.from({ length: 20 }, (_, index) =>
    mailer.send({ ...email, to: `bulk-${index}@example.com` }, { isBulk: true }),
  )
  await vi.waitFor(() => expect(waiting).toHaveLength(5), { timeout: 10_000 })
  await mailer.send({ ...email, to: 'ada@example.com' })
  const finish = setInterval(() => waiting.splice(0).forEach((end) => end()), 5)
  await Promise.all(bulk)
  clearInterval(finish)
  await mailer.close()
  await new Promise<void>((resolve) => slow.close(resolve))
})

test('fails after a timeout when the server accepts the connection but stays silent', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = JSON.parse(JSON.stringify(silent.address()))
  const mailer = createMailer(
    {
      smtpUrl: `smtp://127.0.0.1:${port}?greetingTimeout=50`,
      mailFrom: 'b2b@example.com',
      dataDir: '/nowhere',
    },
    asConfigured,
  )
  await expect(mailer.send(email, { isBulk: true })).rejects.toThrow(/timeout|greeting/i)
  await mailer.close()
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => silent.close(() => resolve()))
})
