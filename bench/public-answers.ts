import { sql } from 'kysely'
import { connect, type Database } from '~/database/connect'
import { seedLarge } from './seed/seed-large'
import { SESSION_COOKIE, sealSessionId } from '~/features/identity/server/sessions/session-cookie'
import { newId } from '~/lib/ids'
import { conclude, type Figure, measureCpu } from './harness/alternate'
import { type Answer, openConnection, requestBytes } from './harness/connection'
import { startDatabase } from './harness/database'
import { openLoop } from './harness/open-loop'
import { SECRET, startProduct } from './harness/processes'
import { sized, sizeArgument } from './harness/quick'
import { insist } from './harness/sale'

// Responses that read or render a lot and that anyone, or any member, may request. `npm run bench public-answers 10000`
// is a shorter run.
const DJS = sizeArgument(100_000, 200)
const EVENTS = sized(2_000, 60)
const PICTURES = sized(40, 4)
const LIMIT_MS = 20
const PER_SECOND = 25
const SECONDS = sized(12, 0.5)

interface Public {
  name: string
  paths: readonly string[]
  /** A text that every uncompressed response contains. */
  contains: string | Buffer
  cookie?: string
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

async function insertRoomAdmin(db: Database, personId: string): Promise<{ roomId: string; cookie: string }> {
  const roomId = newId()
  await sql`insert into chat_rooms (id, name, room_type, join_by) values (${roomId}, 'Back room', 'private', 'invitation')`.execute(
    db,
  )
  await sql`insert into chat_room_members (room_id, user_id, role) values (${roomId}, ${personId}, 'admin')`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`insert into sessions (user_id, expires_at)
    values (${personId}, now() + interval '1 day') returning id`.execute(db)
  return { roomId, cookie: `${SESSION_COOKIE}=${sealSessionId(rows[0]?.id ?? '', SECRET)}` }
}

async function listAnswers(db: Database): Promise<Public[]> {
  const djs = await db
    .selectFrom('profiles')
    .select('id')
    .where('is_dj', '=', true)
    .orderBy('id')
    .limit(PICTURES)
    .execute()
  const events = await db.selectFrom('events').select('id').orderBy('id').limit(PICTURES).execute()
  const { roomId, cookie } = await insertRoomAdmin(db, djs[0]?.id ?? '')
  const search = (text: string) => ({
    paths: [`/api/v1/chat/rooms/${roomId}/invitable?search=${text}`],
    contains: '"people":[',
    cookie,
  })
  return [
    { name: 'sitemap', paths: ['/sitemap.xml'], contains: '<loc>' },
    { name: 'calendar', paths: ['/events.ics'], contains: 'BEGIN:VEVENT' },
    { name: 'OpenAPI document', paths: ['/api/openapi.json'], contains: '"openapi"' },
    { name: 'API reference', paths: ['/api/reference'], contains: 'api-reference.js' },
    { name: 'cards of DJs', paths: djs.map(({ id }) => `/dj/${id}/card.png`), contains: PNG },
    { name: 'flyers', paths: events.map(({ id }) => `/events/${id}/flyer.png`), contains: PNG },
    // A search for a single letter covers only the caller's connections, not the directory of members.
    { name: 'people to invite, one letter', ...search('m') },
    { name: 'people to invite, two letters', ...search('ma'), contains: '"name":"' },
  ]
}

async function measure(port: number, { name, paths, contains, cookie }: Public): Promise<Figure> {
  const own: Record<string, string> = cookie === undefined ? {} : { cookie }
  const ask = (path: string) => requestBytes('GET', path, own)
  // Requests compressed responses, as browsers and programs do; the API reference has megabytes.
  const asked = paths.map((path) => requestBytes('GET', path, { ...own, 'accept-encoding': 'gzip, br' }))
  const check = ({ status, body }: Answer) => status === 200 && body.length > 0
  const connection = await openConnection(port)
  for (const path of paths) {
    const { status, body } = await connection.request(ask(path))
    insist(status === 200 && body.includes(contains), `${name}: ${path} answered ${status}`)
  }
  // The documents are compressed on the first request.
  for (const bytes of asked) insist(check(await connection.request(bytes)), `${name}: unexpected answer`)
  connection.close()
  const bytes = (index: number) => asked[index % asked.length] ?? ''
  const { value, cpu } = await measureCpu(async () => {
    const { p50, p99 } = await openLoop({ port, perSecond: PER_SECOND, seconds: SECONDS, bytes, check })
    console.log(`  ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    return p99
  })
  return {
    name: `public-answers ${name}, p99 of ${LIMIT_MS} ms`,
    goal: 1,
    direction: 'max',
    ratios: [value / LIMIT_MS],
    cpu: [cpu],
  }
}

const server = await startDatabase({ shared_buffers: '512MB', max_wal_size: '8GB' })
const db = connect({ url: server.url, poolSize: 2 })
await seedLarge(db, { events: EVENTS, tickets: EVENTS, djs: DJS, now: new Date() })
const product = await startProduct(server.url)
try {
  const figures: Figure[] = []
  for (const answer of await listAnswers(db)) figures.push(await measure(product.port, answer))
  conclude(figures)
} finally {
  await product.stop()
  await db.destroy()
  await server.stop()
}
