import { sendJson, serveBare } from './bare-server'

interface Report {
  id: string
  type: string
  data: { object: { id: string } }
}

/** Stores one Stripe event per request in one statement, without checking its signature. */
export function serveWebhooks(): void {
  serveBare((pool) => ({
    'POST /store': async (_request, response, body) => {
      const { id, type, data } = JSON.parse(body) as Report
      await pool.query({
        name: 'store',
        text: 'insert into payment_events (id, kind, object_id, payment_id) values ($1, $2, $3, $3) on conflict (id) do nothing',
        values: [id, type, data.object.id],
      })
      sendJson(response, '{}')
    },
  }))
}
