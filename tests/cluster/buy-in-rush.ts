import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyer, Sale } from '../../bench/harness/sale'

export interface Rush {
  /** The orders whose payment was acknowledged as approved. */
  paid: string[]
  soldOut: number
  /** Requests that were sent again because their process had stopped. */
  retries: number
  /** Unexpected responses. */
  errors: string[]
}

interface Output {
  id?: string
  code?: string
  status?: string
  redirectUrl?: string
}

// Like a browser, the buyer repeats a request whose connection broke; the product recognizes the repetition. All
// tries together take longer than the restart of a process.
const MAX_TRIES = 60
const PAUSE_MS = 500

/** Each buyer tries to buy one ticket, `atOnce` buyers at the same time. Calls `onPaid` with the number of paid orders. */
export async function buyInRush(options: {
  address: string
  buyers: readonly Buyer[]
  sale: Sale
  atOnce: number
  onPaid?: (count: number) => void
}): Promise<Rush> {
  const { address, buyers, sale, atOnce, onPaid } = options
  const rush: Rush = { paid: [], soldOut: 0, retries: 0, errors: [] }

  async function call(buyer: Buyer, name: string, input: object): Promise<Output> {
    let last = ''
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const response = await fetch(`${address}/api/rpc/orders/${name}`, {
        method: 'POST',
        headers: {
          cookie: buyer.cookie,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({ json: input }),
      }).catch((error: unknown) => String(error))
      if (typeof response !== 'string') {
        const body = await response.text()
        if (response.status < 500) return (JSON.parse(body) as { json: Output }).json
        last = `${response.status} ${body}`
        // The proxy answers 502, 503 or 504 when a process has stopped.
        if (![502, 503, 504].includes(response.status)) break
      } else last = response
      rush.retries += 1
      await sleep(PAUSE_MS)
    }
    throw new Error(`${name}: ${last}`)
  }

  async function buyTicket(buyer: Buyer): Promise<void> {
    const { eventId, ticketTypeId } = sale
    const items = [{ ticketTypeId, quantity: 1 }]
    const order = await call(buyer, 'reserve', { eventId, clientKey: crypto.randomUUID(), items })
    if (order.code === 'SOLD_OUT') return void (rush.soldOut += 1)
    const { redirectUrl = '' } = await call(buyer, 'startPayment', { orderId: order.id })
    const reference = redirectUrl.split('/').at(-1)
    const payment = await call(buyer, 'sandbox/decide', { reference, decision: 'approve' })
    if (payment.status !== 'approved' || order.id === undefined)
      throw new Error(`not paid: ${JSON.stringify({ order, payment })}`)
    rush.paid.push(order.id)
    onPaid?.(rush.paid.length)
  }

  const waiting = [...buyers]
  const serveQueue = async () => {
    for (let buyer = waiting.pop(); buyer; buyer = waiting.pop())
      await buyTicket(buyer).catch((error: unknown) => rush.errors.push(String(error)))
  }
  await Promise.all(Array.from({ length: atOnce }, serveQueue))
  return rush
}
