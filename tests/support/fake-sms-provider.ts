import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PATIENCE_MS } from './wait-limit'

/** Starts a fake of Twilio's messages API, which accepts everything. `sms` is for AUTH_FILE. */
export async function startTextSink() {
  const received: { to: string; from: string; text: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      received.push({
        to: form.get('To') ?? '',
        from: form.get('From') ?? '',
        text: form.get('Body') ?? '',
      })
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ sid: `SM${received.length}`, status: 'queued' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()))
  return {
    sms: {
      kind: 'twilio' as const,
      accountSid: 'AC0',
      authToken: 'of the tests',
      from: '+15550001',
      whatsappFrom: '+15550002',
      apiUrl: `http://127.0.0.1:${port}`,
    },
    /** Takes the oldest message to this number; waits until there is one. */
    async next(to: string) {
      const end = Date.now() + PATIENCE_MS
      for (;;) {
        const place = received.findIndex((message) => message.to === to)
        const [message] = place < 0 ? [] : received.splice(place, 1)
        if (message !== undefined) return message
        if (Date.now() > end) throw new Error(`no message to ${to} within ${PATIENCE_MS / 1000} seconds`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
