import type { Database } from '~/database/connect'
import { requestBytes } from '../harness/connection'
import { insertRooms, type Member } from '../harness/people'
import { type Buyer, insertBuyers, openSale, type Sale } from '../harness/sale'
import { sized } from '../harness/quick'

const BUYERS = sized(4000, 40)
const ROOMS = sized(20, 2)
const MEMBERS = sized(10, 5)
const PLENTY = 10_000_000
const MAX_EVENTS = 50

export interface Traffic {
  /** Returns the next request as bytes; `index` counts them. */
  bytes: (index: number) => string
  /** The people whose tabs are open. */
  members: readonly Member[]
}

type Kind = (turn: number) => string

const sign = ({ cookie }: Buyer) => ({ cookie, 'sec-fetch-site': 'same-origin' })
const call = (path: string, buyer: Buyer, input: unknown) =>
  requestBytes('POST', `/api/rpc/${path}`, sign(buyer), { json: input })

/**
 * Prepares mixed traffic on a site with demo data: of twenty requests eight open pages, four use the API without a
 * session, three read a person's own lists, two buy a free ticket, one reserves a ticket and never pays, and two send
 * chat messages.
 */
export async function prepareTraffic(db: Database): Promise<Traffic> {
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('event_status', '=', 'published')
    .where('is_public', '=', true)
    .limit(MAX_EVENTS)
    .execute()
  const free = await openSale(db, { stock: PLENTY, priceCents: 0 })
  const paid = await openSale(db, { stock: PLENTY, priceCents: 2000 })
  const buyers = await insertBuyers(db, BUYERS)
  const members = await insertRooms(db, { rooms: ROOMS, members: MEMBERS })
  const pick = <Item>(items: readonly Item[], turn: number): Item => {
    const item = items[turn % items.length]
    if (item === undefined) throw new Error('nothing to pick')
    return item
  }

  const openPage =
    (headers: Record<string, string>): Kind =>
    (turn) => {
      const paths = ['/', '/events', '/discover', `/events/${pick(events, turn).id}`]
      return requestBytes('GET', pick(paths, turn), { 'accept-encoding': 'gzip, br', ...headers })
    }
  const openCachedPage = openPage({})
  // The header bypasses the cache for anonymous visitors, so that each request renders the page.
  const renderPage = openPage({ authorization: 'none' })
  const readApi: Kind = (turn) =>
    requestBytes('GET', `/api/v1/events${turn % 2 === 0 ? '?limit=50' : `/${pick(events, turn).id}`}`)
  const readOwn: Kind = (turn) =>
    requestBytes(
      'GET',
      `/api/v1${pick(['/orders', '/me/notifications', '/tickets?period=upcoming'], turn)}`,
      sign(pick(buyers, turn)),
    )
  const reserve =
    ({ eventId, ticketTypeId }: Sale, offset: number): Kind =>
    (turn) =>
      call('orders/reserve', pick(buyers, turn + offset), {
        eventId,
        clientKey: crypto.randomUUID(),
        items: [{ ticketTypeId, quantity: 1 }],
      })
  const buyFree = reserve(free, 0)
  const reserveOnly = reserve(paid, BUYERS / 2)
  const write: Kind = (turn) => {
    const member = pick(members, turn)
    const input = { roomId: member.roomId, clientId: crypto.randomUUID(), content: `Message ${turn}` }
    return call('chat/messages/send', member, input)
  }

  const mix: Kind[] = [
    ...Array.from({ length: 5 }, () => openCachedPage),
    ...Array.from({ length: 3 }, () => renderPage),
    ...Array.from({ length: 4 }, () => readApi),
    ...Array.from({ length: 3 }, () => readOwn),
    buyFree,
    buyFree,
    reserveOnly,
    write,
    write,
  ]
  const turns = new Map<Kind, number>()
  return {
    members,
    bytes(index) {
      // A stride that shares no factor with the length spreads the kinds evenly.
      const kind = pick(mix, index * 7)
      const turn = turns.get(kind) ?? 0
      turns.set(kind, turn + 1)
      return kind(turn)
    },
  }
}
