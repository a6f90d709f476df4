import { sql } from 'kysely'
import { connect } from '~/database/connect'
import { startDatabase } from './harness/database'
import { createTokens } from '~/features/identity/server/tokens/access-token'
import { alternate, conclude } from './harness/alternate'
import { requestBytes } from './harness/connection'
import { load } from './harness/load'
import { SECRET, startProduct } from './harness/processes'
import { type Buyer, insertBuyers, insist } from './harness/sale'
import { sized } from './harness/quick'

// The cheapest call of a signed-in person: it returns who they are and reads nothing else. Without a session it returns
// null.
const PATH = '/api/v1/me'
const SECONDS = 3
const CONNECTIONS = 32
const ROUNDS = 6
// Each person has their own session, so that session caching doesn't help.
const PEOPLE = sized(500, 20)

const server = await startDatabase()
const db = connect({ url: server.url, poolSize: 4 })
const people = await insertBuyers(db, PEOPLE)
// Autovacuum has analyzed the tables of any site that has been open for a minute. Before that, plans read whole tables.
await sql`vacuum analyze`.execute(db)
const product = await startProduct(server.url)
const { accessTokens } = createTokens({ db, secret: SECRET, publicUrl: `http://localhost:${product.port}` })

/** Measures requests per second, rotating through people, or without a session. */
function rate(headersOf: (buyer: Buyer) => Record<string, string>, contains: (buyer: Buyer) => string) {
  const asked = people.map((buyer) => ({
    bytes: requestBytes('GET', PATH, headersOf(buyer)),
    expected: contains(buyer),
  }))
  return () => {
    let next = 0
    return load({
      port: product.port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      worker: async (connection) => {
        const turn = asked[next++ % asked.length]
        if (!turn) return
        const answer = await connection.request(turn.bytes)
        insist(
          answer.status === 200 && answer.body.includes(turn.expected),
          `unexpected answer ${answer.status}: ${answer.body.toString()}`,
        )
      },
    })
  }
}

try {
  const tokens = new Map<Buyer, string>()
  for (const buyer of people) {
    const { id: userId, sessionId } = buyer.caller
    const { token } = await accessTokens.sign({ userId, sessionId, claims: {}, now: new Date() })
    tokens.set(buyer, token)
  }
  const ownId = (buyer: Buyer) => buyer.caller.id
  const sides = {
    cookie: rate(({ cookie }) => ({ cookie }), ownId),
    token: rate((buyer) => ({ authorization: `Bearer ${tokens.get(buyer)}` }), ownId),
    noOne: rate(
      () => ({}),
      () => 'null',
    ),
  }
  for (const side of Object.values(sides)) await side()
  const compare = (name: 'cookie' | 'token') =>
    alternate({
      name: `session by ${name}, to the same call without`,
      goal: 0.6,
      ours: sides[name],
      peer: sides.noOne,
      rounds: ROUNDS,
    })
  conclude([await compare('cookie'), await compare('token')])
} finally {
  await product.stop()
  await db.destroy()
  await server.stop()
}
