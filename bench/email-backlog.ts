import { sql } from 'kysely'
import { connect } from '~/database/connect'
import { conclude, measureCpu } from './harness/alternate'
import { requestBytes } from './harness/connection'
import { startDatabase } from './harness/database'
import { EVENT, fillEvent } from './harness/event'
import { openLoop } from './harness/open-loop'
import { isPeer, startPeer, startProduct } from './harness/processes'
import { sized, sizeArgument } from './harness/quick'
import { insist } from './harness/sale'
import { type Received, serveSmtp } from './peers/smtp-sink'

// `npm run bench email-backlog 500` is a shorter run.
const ORDERS = sizeArgument(10_000, 30)
const LIMIT_SECONDS = 300
const PAGES_PER_SECOND = 20
const ALONE_SECONDS = sized(60, 1)
const SLICE_SECONDS = sized(10, 0.3)

async function measure(): Promise<void> {
  const server = await startDatabase()
  const db = connect({ url: server.url, poolSize: 2 })
  await fillEvent(db, ORDERS * 2, new Date())
  const sink = await startPeer(server.url)
  const received = async () =>
    (await (await fetch(`http://127.0.0.1:${sink.port}/received`)).json()) as Received
  const { smtpPort } = await received()
  const product = await startProduct(server.url, { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` })
  // The header bypasses the cache for anonymous visitors.
  const bytes = requestBytes('GET', `/events/${EVENT}`, { authorization: 'none' })
  const readPages = (seconds: number) =>
    openLoop({
      port: product.port,
      perSecond: PAGES_PER_SECOND,
      seconds,
      bytes: () => bytes,
      check: ({ status, body }) => status === 200 && body.includes('Dust'),
    })
  const p99 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Number.NaN
  try {
    await readPages(sized(5, 0.3))
    const alone = await measureCpu(async () => (await readPages(ALONE_SECONDS)).p99)
    const started = performance.now()
    await sql`insert into order_outbox (order_id, kind) select id, 'confirmed' from orders`.execute(db)
    const during: number[] = []
    let sent = 0
    const sending = await measureCpu(async () => {
      while (sent < ORDERS) {
        during.push(...(await readPages(SLICE_SECONDS)).all)
        sent = Object.keys((await received()).ids).length
        insist(performance.now() - started < 4 * LIMIT_SECONDS * 1000, `only ${sent} emails arrived`)
      }
      return (performance.now() - started) / 1000
    })
    const after = await readPages(ALONE_SECONDS)
    const counts = Object.values((await received()).ids)
    insist(
      counts.length === ORDERS && counts.every((count) => count === 1),
      'an email is missing or arrived twice',
    )
    console.log(
      `  ${ORDERS} emails in ${sending.value.toFixed(0)} s; p99 of pages ${alone.value.toFixed(1)} ms before, ` +
        `${p99(during).toFixed(1)} ms meanwhile, ${after.p99.toFixed(1)} ms after`,
    )
    // Subtracts the cost of the same page loads without emails.
    const perEmail = (name: 'product' | 'postgres') =>
      (((sending.cpu.perOperation[name] ?? Number.NaN) - (alone.cpu.perOperation[name] ?? Number.NaN)) *
        sending.cpu.operations) /
      ORDERS
    console.log(
      `  cpu per email: product ${perEmail('product').toFixed(1)} ms, PostgreSQL ${perEmail('postgres').toFixed(1)} ms`,
    )
    conclude([
      {
        name: 'email-backlog seconds of 300',
        goal: 1,
        direction: 'max',
        ratios: [sending.value / LIMIT_SECONDS],
        cpu: [sending.cpu],
      },
      {
        name: 'email-backlog p99 of pages',
        goal: 1.2,
        direction: 'max',
        ratios: [p99(during) / alone.value, p99(during) / after.p99],
      },
    ])
  } finally {
    await product.stop()
    await sink.stop()
    await db.destroy()
    await server.stop()
  }
}

if (isPeer) serveSmtp()
else await measure()
