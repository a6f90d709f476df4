import { sendJson, serveBare } from './bare-server'

interface Purchase {
  customerId: string
  eventId: string
  ticketTypeId: string
}

/** Sells one free ticket per request: guarded decrement, order and ticket in one transaction; no authentication. */
export function serveShop(): void {
  serveBare((pool) => ({
    'POST /buy': async (_request, response, body) => {
      const { customerId, eventId, ticketTypeId } = JSON.parse(body) as Purchase
      const client = await pool.connect()
      try {
        await client.query('begin')
        const taken = await client.query({
          name: 'take',
          text: `update ticket_types set quantity_sold = quantity_sold + 1
            where id = $1 and quantity_sold + quantity_held < quantity_total`,
          values: [ticketTypeId],
        })
        if (taken.rowCount === 0) {
          await client.query('rollback')
          response.writeHead(409, { 'content-length': 0 }).end()
          return
        }
        const { rows } = await client.query<{ id: string }>({
          name: 'order',
          text: `insert into orders (customer_id, event_id, client_key, status, subtotal_cents, fee_basis_points, fee_cents, expires_at, confirmed_at)
            values ($1, $2, gen_random_uuid(), 'confirmed', 0, 1000, 0, now(), now()) returning id`,
          values: [customerId, eventId],
        })
        const orderId = rows[0]?.id
        await client.query({
          name: 'ticket',
          text: 'insert into tickets (order_id, event_id, ticket_type_id, customer_id) values ($1, $2, $3, $4)',
          values: [orderId, eventId, ticketTypeId, customerId],
        })
        await client.query('commit')
        sendJson(response, JSON.stringify({ orderId, status: 'confirmed' }))
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }))
}
