import { connect } from '~/database/connect'
import { seedDemo } from '~demo/seed-demo'
import { conclude, type Figure, measureCpu } from './harness/alternate'
import { residentMb } from './harness/cpu'
import { startDatabase } from './harness/database'
import { INSPECTION, openInspector } from './harness/inspector'
import { openLoop } from './harness/open-loop'
import { streamOpening } from './harness/people'
import { startProduct } from './harness/processes'
import { openReaders } from './harness/readers'
import { sized, sizeArgument } from './harness/quick'
import { compareEnds, fitGrowth } from './soak/flatness'
import { prepareTraffic } from './soak/traffic'

// A day of a busy site, 48,000 requests, in twenty minutes.
const MINUTES = sizeArgument(20, 3)
const SECONDS = sized(60, 1)
const PER_SECOND = 40
// The first minutes don't count, because the JIT compiler and the caches warm up.
const WARM_MINUTES = sized(3, 1)

const server = await startDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
const db = connect({ url: server.url, poolSize: 2 })
await seedDemo(db, { now: new Date(), hashPassword: async () => 'no one signs in with a password here' })
const traffic = await prepareTraffic(db)
const product = await startProduct(server.url, { NODE_OPTIONS: INSPECTION })
const inspector = await openInspector(product.errors())

interface Minute {
  p99: number
  heapMb: number
  residentMb: number
}

/** Sends the traffic of one minute while tabs are open, then closes them and measures the memory that stays in use. */
async function runMinute(minute: number): Promise<Minute> {
  const tabs = await openReaders([product.port], traffic.members.map(streamOpening))
  const offset = minute * PER_SECOND * SECONDS
  const { p99 } = await openLoop({
    port: product.port,
    perSecond: PER_SECOND,
    seconds: SECONDS,
    bytes: (index) => traffic.bytes(offset + index),
    check: ({ status }) => status === 200,
  })
  tabs.close()
  await inspector.collectGarbage()
  const heapMb = await inspector.readHeapMb()
  console.log(
    `  minute ${minute + 1}: p99 ${p99.toFixed(1)} ms, heap ${heapMb.toFixed(1)} MB, resident ${residentMb(product.pid).toFixed(0)} MB`,
  )
  return { p99, heapMb, residentMb: residentMb(product.pid) }
}

try {
  const minutes: Minute[] = []
  for (let minute = 0; minute < WARM_MINUTES; minute += 1) await runMinute(minute)
  const { cpu } = await measureCpu(async () => {
    for (let minute = WARM_MINUTES; minute < MINUTES; minute += 1) minutes.push(await runMinute(minute))
    return minutes.length
  })
  const toFigure = (name: string, goal: number, ratio: number): Figure => ({
    name: `soak: ${name}`,
    goal,
    direction: 'max',
    ratios: [ratio],
    cpu: [cpu],
  })
  conclude([
    toFigure('p99 of the last third, of the first', 1.2, compareEnds(minutes.map(({ p99 }) => p99))),
    toFigure('growth of the heap', 1.05, fitGrowth(minutes.map(({ heapMb }) => heapMb))),
    toFigure('growth of resident memory', 1.1, fitGrowth(minutes.map((minute) => minute.residentMb))),
  ])
} finally {
  inspector.close()
  await product.stop()
  await db.destroy()
  await server.stop()
}
