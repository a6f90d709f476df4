import { SMTPServer } from 'smtp-server'
import { sql } from 'kysely'
import { connect } from '~/database/connect'
import { startDatabase } from './harness/database'
import { hashPassword } from '~/features/identity/server/public'
import { conclude, type Figure, median } from './harness/alternate'
import { type Connection, openConnection, requestBytes } from './harness/connection'
import { startProduct } from './harness/processes'
import { insist } from './harness/sale'
import { sized } from './harness/quick'

// Does response time reveal whether an address has an account? Each call is made with a known and an unknown address,
// in random order per pair. A third series repeats a known address with a 1 ms delay, to show that the benchmark would
// notice it.
const BLOCKS = sized(8, 1)
const PAIRS = sized(50, 2)
const LATE_MS = 1
const PEOPLE = BLOCKS * PAIRS * 2

const server = await startDatabase()
const db = connect({ url: server.url, poolSize: 4 })
await sql`
  with made as (
    insert into accounts (email, email_verified_at, password_hash)
    select 'known-' || lpad(n::text, 5, '0') || '@bench.example', now(), ${await hashPassword('kicks on every beat')}
    from generate_series(1, ${PEOPLE}) n returning id, email
  ), people as (
    insert into profiles (id, full_name, email) select id, 'Somebody', email from made
  )
  insert into user_roles (user_id, role) select id, 'customer' from made`.execute(db)
await sql`analyze`.execute(db)
const emails = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
})
await new Promise<void>((resolve) => emails.listen(0, '127.0.0.1', resolve))
const address = emails.server.address()
const smtpPort = typeof address === 'object' && address !== null ? address.port : 0
const product = await startProduct(server.url, {
  TRUST_PROXY: 'true',
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  MAIL_FROM: 'site@bench.example',
})

interface Call {
  name: string
  path: string
  status: number
  body: (email: string) => Record<string, unknown>
}
const calls: Call[] = [
  {
    name: 'password',
    path: '/auth/v1/token?grant_type=password',
    status: 400,
    body: (email) => ({ email, password: 'some other password' }),
  },
  { name: 'otp', path: '/auth/v1/otp', status: 200, body: (email) => ({ email, create_user: false }) },
  { name: 'recover', path: '/auth/v1/recover', status: 200, body: (email) => ({ email }) },
  {
    name: 'signup',
    path: '/auth/v1/signup',
    status: 200,
    body: (email) => ({ email, password: 'kicks on every beat' }),
  },
]

let count = 0
/** Gives every request its own network, so that rate limits don't affect the measurement. */
function someNetwork(): string {
  count += 1
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}

/** Returns the milliseconds until the response arrives. */
async function time(connection: Connection, call: Call, email: string, lateMs = 0): Promise<number> {
  const headers = { 'x-forwarded-for': someNetwork() }
  const bytes = requestBytes('POST', call.path, headers, call.body(email))
  const started = performance.now()
  const answer = await connection.request(bytes)
  if (lateMs > 0) {
    const until = performance.now() + lateMs
    while (performance.now() < until);
  }
  const took = performance.now() - started
  insist(answer.status === call.status, `${call.name} answered ${answer.status}: ${answer.body.toString()}`)
  return took
}

interface Series {
  known: number[]
  unknown: number[]
  late: number[]
}

async function measure(connection: Connection, call: Call): Promise<Series[]> {
  const series: Series[] = []
  let person = 0
  const known = () => `known-${String((person += 1)).padStart(5, '0')}@bench.example`
  for (let block = 0; block < BLOCKS; block++) {
    const one: Series = { known: [], unknown: [], late: [] }
    for (let pair = 0; pair < PAIRS; pair++) {
      const stranger = `other-${String(block * PAIRS + pair).padStart(5, '0')}@bench.example`
      const turns = [
        async () => one.known.push(await time(connection, call, known())),
        async () => one.unknown.push(await time(connection, call, stranger)),
        async () => one.late.push(await time(connection, call, known(), LATE_MS)),
      ]
      for (const turn of turns.toSorted(() => Math.random() - 0.5)) await turn()
    }
    series.push(one)
  }
  return series
}

const differences = (left: readonly number[], right: readonly number[]) =>
  left.map((value, place) => value - (right[place] ?? Number.NaN))

/** The ratio in either direction: being faster reveals as much as being slower. */
const distance = (left: number, right: number) => Math.max(left / right, right / left)

function figuresOf(call: Call, series: readonly Series[]): Figure[] {
  const all = (key: keyof Series) => series.flatMap((one) => one[key])
  const [known, unknown, late] = [all('known'), all('unknown'), all('late')]
  const [shift, lateShift] = [median(differences(known, unknown)), median(differences(late, unknown))]
  console.log(
    `  ${call.name}: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, ` +
      `between pairs ${shift.toFixed(2)} ms, ${LATE_MS} ms late ${lateShift.toFixed(2)} ms`,
  )
  return [
    {
      // Compares within pairs, because a machine that slows down during the run slows both requests of a pair.
      name: `${call.name}: known addresses to unknown ones, larger ratio`,
      goal: 1.05,
      direction: 'max',
      ratios: [distance(median(unknown) + shift, median(unknown))],
    },
    {
      name: `${call.name}: extra time for known addresses, of a millisecond`,
      goal: 0.5,
      direction: 'max',
      ratios: [Math.abs(shift)],
    },
    // Shows that the two figures above can fail.
    {
      name: `${call.name}: an added delay of a millisecond, as measured`,
      goal: 0.5,
      direction: 'min',
      ratios: [lateShift - shift],
    },
  ]
}

try {
  const connection = await openConnection(product.port)
  const figures: Figure[] = []
  const wanted = process.argv.slice(2).filter((text) => !text.startsWith('--'))
  for (const call of calls.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (let warm = 0; warm < sized(50, 1); warm++) await time(connection, call, `warm-${warm}@bench.example`)
    figures.push(...figuresOf(call, await measure(connection, call)))
  }
  connection.close()
  conclude(figures)
} finally {
  await product.stop()
  emails.close()
  await db.destroy()
  await server.stop()
}
