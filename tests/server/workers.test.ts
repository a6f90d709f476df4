import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { SECRET } from '../../bench/harness/processes'
import { buildProcess } from '~tests/support/build-process'
import { createTestDatabase } from '~tests/support/database'
import { readPrintedPort } from '~tests/support/printed-port'
import { startProxiedRedis } from '~tests/support/proxied-redis'
import { PATIENCE_MS } from '~tests/support/wait-limit'

const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-workers-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let script: string
let redisUrl: string

beforeAll(async () => {
  database = await createTestDatabase()
  const program = await buildProcess('product-process.ts', 'workers')
  script = join(dirname(program.script), 'start.mjs')
  // Starts workers like scripts/start.mjs, which uses the built product.
  const supervisor = pathToFileURL(resolve('scripts/workers.mjs')).href
  writeFileSync(
    script,
    `import { startProduct } from '${supervisor}'\nawait startProduct(() => import('./main.js'))\n`,
  )
  const redis = await startProxiedRedis()
  redisUrl = redis.url
  return async () => {
    await redis.close()
    await database.drop()
    program.remove()
    rmSync(dataDir, { recursive: true })
  }
})

/** Starts the product with WORKERS=2. `output` is what it and its workers have printed so far. */
function startWorkers(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      WORKERS: '2',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      SECRET,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    // The workers end with their supervisor.
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return { child, ended, output: () => output }
}

/** Returns the ids of the processes that answer eight requests, each on its own connection. */
async function listProcesses(address: string): Promise<Set<number>> {
  const ids = new Set<number>()
  for (let count = 0; count < 8; count += 1) {
    const response = await fetch(`${address}/settings`, { headers: { connection: 'close' } })
    ids.add(Number(/Process (\d+)/u.exec(await response.text())?.[1]))
  }
  return ids
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

/** Counts the connections of the product to the database. */
async function countConnections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name like 'back-to-back%'`.execute(database.db)
  return rows[0]?.count ?? 0
}

async function startTwo() {
  const started = startWorkers()
  const address = `http://127.0.0.1:${await readPrintedPort(started.child)}`
  const ids = await vi.waitFor(async () => {
    const found = await listProcesses(address)
    expect(found.size).toBe(2)
    return [...found] as [number, number]
  }, PATIENCE_MS)
  return { ...started, address, ids }
}

const countMatches = (text: string, part: string) => text.split(part).length - 1

async function stop(child: ChildProcess, ended: Promise<unknown[]>) {
  child.kill('SIGTERM')
  return await ended
}

test('two processes answer at one port, and another one replaces one that is killed', async () => {
  const { child, ended, address, ids, output } = await startTwo()
  expect(ids).not.toContain(child.pid)
  expect(countMatches(output(), 'Back to Back is at')).toBe(1)
  const [first, second] = ids
  process.kill(first, 'SIGKILL')
  await vi.waitUntil(() => !isRunning(first), PATIENCE_MS)
  const remaining = await listProcesses(address)
  expect(remaining).toContain(second)
  expect(remaining).not.toContain(first)
  const replaced = await vi.waitFor(async () => {
    const found = await listProcesses(address)
    expect(found.size).toBe(2)
    return [...found]
  }, PATIENCE_MS)
  expect(await stop(child, ended)).toEqual([0, null])
  expect([...ids, ...replaced].filter(isRunning)).toEqual([])
  expect(countMatches(output(), 'Back to Back is at')).toBe(1)
})

test('the processes end when the one that supervises them is killed', async () => {
  const { child, ended } = await startTwo()
  expect(await countConnections()).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), PATIENCE_MS)
})

test('ends with exit code 1 and one sentence without Redis', async () => {
  const { ended, output } = startWorkers({ REDIS_URL: '' })
  expect(await ended).toEqual([1, null])
  expect(output()).toBe(
    'Back to Back did not start. WORKERS needs DATABASE_URL and REDIS_URL, which connect the processes.\n',
  )
})

test('ends with exit code 1 when another program uses the port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { ended, output } = startWorkers({ PORT: String(port) })
  expect(await ended).toEqual([1, null])
  expect(countMatches(output(), `Port ${port} is used by another program`)).toBe(1)
})
