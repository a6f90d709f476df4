import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Generous, because a busy machine starts slowly. */
const START_MS = 120_000

/** A separate server of the built product, which a journey may kill. */
export interface Product {
  address: string
  printed: () => string
  /** Like a power cut: none of our handlers runs. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

export async function startProduct(dataDir: string, settings: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const template = process.env['E2E_TEMPLATE_DIR'] ?? ''
  const isNew = !existsSync(join(dataDir, 'postgres'))
  if (isNew && dataDir !== template && settings['SEED'] === undefined) copyFolder(template, dataDir)
  const child = spawn(productNode(), ['scripts/start.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      REDIS_URL: '',
      SMTP_URL: '',
      SEED: 'demo',
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  let words = ''
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text))
  const ended = once(child, 'exit')
  await isReady(address, child, () => words)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return { address, printed: () => printed, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** Copies a folder and preserves file owners, which PostgreSQL requires. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} was not copied: ${stderr}`)
}

async function isReady(address: string, child: ChildProcess, words: () => string): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    if (child.exitCode !== null) throw new Error(`the product did not start: ${words()}`)
    const answer = await fetch(`${address}/readyz`).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`the product was not ready in time: ${words()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Another Node would start the product's Node as a child, and a kill would reach the wrong process. */
export function productNode(): string {
  const own = 'node_modules/.bin/node'
  return existsSync(own) ? own : process.execPath
}
