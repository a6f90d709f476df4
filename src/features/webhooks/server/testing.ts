import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Database } from '~/database/connect'
import { WEBHOOK_KINDS } from '../rules/webhook-kind'
import { createSender } from './create-sender'
import { createEndpointSecret } from './endpoint-secret'
import type { SendServices } from './context'

export const TEST_SECRET = 'a secret of the tests, long enough'

/** Creates an endpoint for all kinds, and returns its id and secret. */
export async function insertEndpoint(
  db: Database,
  { userId, url, kinds = WEBHOOK_KINDS }: { userId: string; url: string; kinds?: readonly string[] },
) {
  const { text, sealed } = createEndpointSecret(TEST_SECRET)
  const { id } = await db
    .insertInto('webhook_endpoints')
    .values({ user_id: userId, url, kinds: [...kinds], secret_sealed: sealed })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret: text }
}

/** Enqueues a message that is due now, and returns its id. */
export async function insertDelivery(db: Database, endpointId: string, createdAt = new Date()) {
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id: endpointId,
      kind: 'event.published',
      payload: JSON.stringify({ eventId: 'e1', state: 'published' }),
      created_at: createdAt,
      next_attempt_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a receiver on this machine that responds with `respond` to each request. */
export async function startReceiver(respond: (response: ServerResponse, request: Received) => void) {
  const received: Received[] = []
  const respondAndRecord: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const entry = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      received.push(entry)
      respond(response, entry)
    })
  }
  const server = createServer(respondAndRecord).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = (): void => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(end)
  const { port } = server.address() as AddressInfo
  return { received, port, end, url: `http://127.0.0.1:${port}/hook` }
}

/** Creates a sender with a test clock. `services` replaces some of the services. */
export function createTestSender(
  db: Database,
  {
    canReachPrivateAddresses = true,
    patienceMs,
    pauseMs = 0,
    random = () => 0,
    secret = TEST_SECRET,
  }: {
    canReachPrivateAddresses?: boolean
    patienceMs?: number
    pauseMs?: number
    random?: () => number
    secret?: string
  } = {},
) {
  const clock = { now: new Date() }
  const errors: unknown[] = []
  const services: SendServices = {
    db,
    jobs: { enqueue: () => Promise.resolve() },
    live: { publish: () => undefined },
    log: { error: (...entry: unknown[]) => void errors.push(entry) },
    secret,
    config: { publicUrl: 'https://b2b.example', webhooks: { canReachPrivateAddresses } },
  }
  const options = { now: () => clock.now, random, pauseMs, ...(patienceMs !== undefined && { patienceMs }) }
  const sender = createSender(services, options)
  onTestFinished(() => sender.stop())
  return { sender, clock, errors, services }
}

export const findDelivery = (db: Database, id: string) =>
  db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
