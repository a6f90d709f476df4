import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { PATIENCE_MS } from './wait-limit'

/** Starts a mail server that accepts everything, for tests of sending by SMTP. */
export async function startEmailSink() {
  const received: { to: string; text: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = plainPartOf(Buffer.concat(chunks).toString('utf8'))
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.server.address()))
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    /** Takes the oldest email to this address; waits until there is one. */
    async next(to: string): Promise<{ text: string }> {
      const end = Date.now() + PATIENCE_MS
      for (;;) {
        const place = received.findIndex((email) => email.to === to)
        const [email] = place < 0 ? [] : received.splice(place, 1)
        if (email !== undefined) return email
        if (Date.now() > end) throw new Error(`no mail to ${to} within ${PATIENCE_MS / 1000} seconds`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Returns the plain text of a multipart message. */
function plainPartOf(raw: string): string {
  const [, head = '', body = ''] =
    /(Content-Type: text\/plain[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/i.exec(raw) ?? []
  if (!/quoted-printable/i.test(head)) return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
