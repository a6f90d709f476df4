import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { listenAsPeer } from '../harness/processes'

const RESPONSE_MS = 50

/** What the sink received, served at `/received`. */
export interface Received {
  smtpPort: number
  ids: Record<string, number>
}

/**
 * Runs a mail server that accepts everything and takes 50 ms per message. To stay cheap it parses only the Message-ID.
 */
export function serveSmtp(): void {
  const ids: Record<string, number> = {}
  const server = createServer((socket) => converse(socket, (id) => (ids[id] = (ids[id] ?? 0) + 1)))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const smtpPort = typeof address === 'object' ? (address?.port ?? 0) : 0
    const received = createHttpServer((request, response) => {
      response.end(request.url === '/received' ? JSON.stringify({ smtpPort, ids } satisfies Received) : 'ok')
    })
    listenAsPeer(received)
  })
  process.on('SIGTERM', () => process.exit(0))
}

function converse(socket: Socket, onEmail: (messageId: string) => void): void {
  let text = ''
  let inData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  say('220 sink')
  socket.on('data', (chunk: string) => {
    text += chunk
    if (inData) {
      if (!text.endsWith('\r\n.\r\n')) return
      const id = /^Message-ID: <(.*)>/im.exec(text)?.[1] ?? ''
      text = ''
      inData = false
      setTimeout(() => {
        onEmail(id)
        say('250 accepted')
      }, RESPONSE_MS)
      return
    }
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const command = text.slice(0, end).toUpperCase()
      text = text.slice(end + 2)
      if (command === 'DATA') {
        inData = true
        say('354 go on')
        return
      }
      say(command === 'QUIT' ? '221 bye' : '250 ok')
    }
  })
}
