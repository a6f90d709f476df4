import type { Member } from '../../bench/harness/people'
import type { Sale } from '../../bench/harness/sale'

export interface Answer {
  what: string
  /** Undefined when the connection broke. */
  status: number | undefined
  retryAfter: string | null
  /** The start of the response to a failed request, or the error of the connection. */
  problem?: string
}

export interface Load {
  answers: Answer[]
  /** Orders and messages that the product acknowledged. */
  orders: Set<string>
  messages: Set<string>
  stop(): Promise<void>
}

interface Options {
  /** Returns the address for the next request, as a proxy chooses a process for each. */
  address: () => string
  people: readonly Member[]
  sale: Sale
}

const PAUSE_MS = 40

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends each person's requests one after the other: pages, lists, paid orders and chat messages. */
export function startLoad({ address, people, sale }: Options): Load {
  const load: Load = { answers: [], orders: new Set(), messages: new Set(), stop }
  const stopping = new AbortController()

  async function ask(what: string, path: string, init: RequestInit): Promise<{ json?: Output } | undefined> {
    try {
      const answer = await fetch(`${address()}${path}`, init)
      const body = await answer.text()
      const retryAfter = answer.headers.get('retry-after')
      const { status } = answer
      load.answers.push({ what, status, retryAfter, ...(status >= 500 && { problem: body.slice(0, 200) }) })
      return answer.status === 200 && path.startsWith('/api/rpc/')
        ? (JSON.parse(body) as { json: Output })
        : undefined
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const problem = cause instanceof Error ? cause.message : 'unknown'
      load.answers.push({ what, status: undefined, retryAfter: null, problem })
      return undefined
    }
  }

  const call = async (person: Member, name: string, input: unknown) => {
    const headers = {
      cookie: person.cookie,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    }
    const body = JSON.stringify({ json: input })
    return (await ask(name, `/api/rpc/${name}`, { method: 'POST', headers, body }))?.json
  }

  async function buy(person: Member): Promise<void> {
    const { eventId, ticketTypeId } = sale
    const items = [{ ticketTypeId, quantity: 1 }]
    const order = await call(person, 'orders/reserve', { eventId, clientKey: crypto.randomUUID(), items })
    if (!order?.id) return
    const opened = await call(person, 'orders/startPayment', { orderId: order.id })
    const reference = opened?.redirectUrl?.split('/').at(-1)
    if (reference === undefined) return
    const paid = await call(person, 'orders/sandbox/decide', { reference, decision: 'approve' })
    if (paid?.status === 'approved') load.orders.add(order.id)
  }

  async function chat(person: Member): Promise<void> {
    const clientId = crypto.randomUUID()
    const input = { roomId: person.roomId, clientId, content: 'Still here' }
    if (await call(person, 'chat/messages/send', input)) load.messages.add(clientId)
  }

  async function live(person: Member, index: number): Promise<void> {
    const { cookie } = person
    for (let turn = index; !stopping.signal.aborted; turn += 1) {
      if (turn % 8 === 0) await buy(person)
      else if (turn % 8 === 4) await chat(person)
      else if (turn % 2 === 0) await ask('page', '/settings', { headers: { cookie, accept: 'text/html' } })
      else await ask('list', '/api/v1/events', { headers: { cookie } })
      await pause(PAUSE_MS * (0.5 + Math.random()))
    }
  }

  const lives = people.map((person, index) => live(person, index))

  async function stop(): Promise<void> {
    stopping.abort()
    await Promise.all(lives)
  }
  return load
}

interface Output {
  id?: string
  status?: string
  redirectUrl?: string
}
