import { createServer } from 'node:http'
import { Pool } from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import { listenAsPeer } from '../harness/processes'

/**
 * Runs a minimal chat for comparison: it broadcasts every message unchanged to all members of the room. With `store` in
 * the address, each message is inserted first. No authentication, no limits, no replay of missed messages. Address:
 * /ROOM/PERSON, optionally with ?store.
 */
export function serveChat(): void {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
  const rooms = new Map<string, Set<WebSocket>>()
  const server = createServer((_request, response) => response.end('ok'))
  const sockets = new WebSocketServer({ server })

  sockets.on('connection', (socket, request) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer')
    const [, roomId = '', personId = ''] = pathname.split('/')
    const isStored = searchParams.has('store')
    const room = rooms.get(roomId) ?? new Set()
    rooms.set(roomId, room.add(socket))
    socket.on('close', () => room.delete(socket))
    socket.on('error', (error) => console.error(error))
    socket.on('message', (data: Buffer) => {
      if (!isStored) return broadcast(room, data)
      insert(pool, { roomId, personId, content: contentOf(data) }).then(
        () => broadcast(room, data),
        (error: unknown) => console.error(error),
      )
    })
  })

  listenAsPeer(server)
  process.on('SIGTERM', () => {
    for (const socket of sockets.clients) socket.terminate()
    server.close(() => void pool.end().then(() => process.exit(0)))
  })
}

function broadcast(room: ReadonlySet<WebSocket>, data: Buffer): void {
  for (const socket of room) socket.send(data)
}

function contentOf(event: Buffer): string {
  const text = event.toString()
  const { message } = JSON.parse(text.slice(text.indexOf('{'))) as { message: { content: string } }
  return message.content
}

function insert(
  pool: Pool,
  { roomId, personId, content }: Record<'roomId' | 'personId' | 'content', string>,
) {
  return pool.query({
    name: 'insert',
    text: `insert into chat_messages (room_id, user_id, content, seq) values ($1, $2, $3, nextval('peer_seq'))`,
    values: [roomId, personId, content],
  })
}
