import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { listenAsPeer } from '../harness/processes'

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void>

/**
 * Runs a minimal server for comparison: `node:http` and a `pg` pool, no framework. Handlers are keyed by `METHOD path`.
 */
export function serveBare(routes: (pool: Pool) => Record<string, Handler>): void {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
  const table = routes(pool)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
      if (path === '/healthz') {
        response.end('ok')
        return
      }
      const handler = table[`${request.method} ${path}`]
      const answered = handler?.(request, response, Buffer.concat(chunks).toString())
      if (answered === undefined) {
        response.writeHead(404).end()
        return
      }
      answered.catch((error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      })
    })
  })
  listenAsPeer(server)
  process.on('SIGTERM', () => {
    server.closeAllConnections()
    server.close(() => void pool.end().then(() => process.exit(0)))
  })
}

export function sendJson(response: ServerResponse, body: string): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body)
}
