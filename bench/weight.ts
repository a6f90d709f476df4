import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '~/database/connect'
import { startDatabase } from './harness/database'
import { seedDemo } from '~demo/seed-demo'
import { conclude, type Figure } from './harness/alternate'
import { openBrowser, visit } from './harness/browser'
import { startProduct } from './harness/processes'
import { insertBuyers, insist, openSale } from './harness/sale'
import { isQuick, sized } from './harness/quick'

const ROUNDS = sized(4, 1)
const KB = 1_000
const START_MS = 2_000

const figures = new Map<string, Figure>()

/** Records measured / limit; at most 1 passes. */
function recordFigure(name: string, measured: number, limit: number): void {
  const figure = figures.get(name) ?? { name: `weight ${name}`, goal: 1, direction: 'max', ratios: [] }
  figure.ratios.push(measured / limit)
  figures.set(name, figure)
  console.log(`  weight ${name}: ${measured.toFixed(3)} of ${limit}`)
}

async function measurePages(): Promise<void> {
  const server = await startDatabase()
  const db = connect({ url: server.url, poolSize: 2 })
  await seedDemo(db, { now: new Date(), hashPassword: async () => 'no one signs in with a password here' })
  const product = await startProduct(server.url)
  const browser = await openBrowser()
  const origin = `http://127.0.0.1:${product.port}`
  try {
    const [buyer] = await insertBuyers(db, 1)
    const sale = await openSale(db, { stock: 100, priceCents: 2_000 })
    const [name = '', value = ''] = buyer?.cookie.split('=') ?? []
    const reserved = await fetch(`${origin}/api/v1/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: buyer?.cookie ?? '',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({
        eventId: sale.eventId,
        clientKey: crypto.randomUUID(),
        items: [{ ticketTypeId: sale.ticketTypeId, quantity: 2 }],
      }),
    })
    const order = (await reserved.json()) as { id: string }
    insist(reserved.ok, `reserving answered ${reserved.status}`)
    const pages = [
      { name: '/', path: '/', scripts: undefined },
      { name: '/events', path: '/events', scripts: 140 * KB },
      { name: '/events/{id}', path: `/events/${sale.eventId}`, scripts: undefined },
      { name: '/checkout', path: `/checkout/${order.id}`, scripts: 150 * KB },
    ]
    for (let round = 0; round < ROUNDS; round++)
      for (const page of pages) {
        const context = await browser.newContext({
          viewport: round % 2 === 0 ? { width: 1440, height: 900 } : { width: 390, height: 844 },
        })
        if (page.name === '/checkout') await context.addCookies([{ name, value, url: origin }])
        const seen = await visit(await context.newPage(), origin + page.path)
        await context.close()
        insist(seen.problems.length === 0, `${page.name}: ${seen.problems.join('; ')}`)
        recordFigure(`layout shift of ${page.name}`, seen.layoutShift, 0.02)
        if (page.scripts !== undefined)
          recordFigure(`scripts of ${page.name}`, seen.scriptBytes, page.scripts)
        recordFigure(`fonts of ${page.name}`, seen.fontBytes, 100 * KB)
      }
  } finally {
    await browser.close()
    await product.stop()
    await db.destroy()
    await server.stop()
  }
}

/** Measures from process start to the first response, with the built-in PostgreSQL and the demo data in place. */
async function measureStart(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-start-'))
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const product = await startProduct(undefined, { DATA_DIR: dataDir, SEED: 'demo' })
      await product.stop()
      // The first start creates the database and its data.
      if (round > 0) recordFigure('start', product.startedInMs, START_MS)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await measurePages()
// The quick form skips this, because the journeys start the product in the same way.
if (!isQuick) await measureStart()
conclude([...figures.values()])
