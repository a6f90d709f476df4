import { fork, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPrintedPort } from '~tests/support/printed-port'
import { watchPeer, watchProduct } from './cpu'

/** The key that signs cookies of the measured product. */
export const SECRET = 'a secret for benchmarks only, thirty-two characters'

export interface Running {
  port: number
  stop(): Promise<void>
}

export interface RunningProduct extends Running {
  /** From process start to its first response. */
  startedInMs: number
  /** Suspends the process, so that emails and other deferred work don't load the machine while the peer is measured. */
  pause(): void
  resume(): void
  pid: number
  /** Returns the text that the process has written to stderr. */
  errors(): string
  /** Kills it immediately, like a power cut. */
  kill(): Promise<void>
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve(),
  )

/**
 * Starts the built product with sandbox payments and no demo data; without an address it runs on the built-in
 * PostgreSQL in DATA_DIR.
 */
export async function startProduct(
  databaseUrl: string | undefined,
  environment: Record<string, string> = {},
): Promise<RunningProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-bench-'))
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: '',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      // A developer's .env must not affect the measurement. Empty values count as unset.
      REDIS_URL: '',
      SMTP_URL: '',
      SECRET,
      PAYMENTS: 'sandbox',
      PUBLIC_DEMO: 'true',
      STAFF_TWO_STEP: 'optional',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stderr.pipe(process.stderr)
  const port = await readPrintedPort(child)
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`)
  if (!ok) throw new Error('the product is not ready')
  const pid = child.pid ?? 0
  watchProduct(pid)
  const end = async (signal: NodeJS.Signals) => {
    watchProduct()
    child.kill(signal)
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    port,
    startedInMs: performance.now() - startedAt,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    pid,
    errors: () => errors,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Starts the current benchmark file again as the peer, in its own process, with its database. */
export async function startPeer(databaseUrl: string): Promise<Running> {
  const child = fork(process.argv[1] ?? '', ['--peer'], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`the peer ended (${code}) before it listened`)))
  })
  watchPeer(child.pid)
  return {
    port,
    stop: () => {
      watchPeer(undefined)
      child.kill('SIGTERM')
      return ended(child)
    },
  }
}

export const isPeer = process.argv.includes('--peer')

/** Starts a peer on a port that the system chooses, and sends the port to the benchmark. */
export function listenAsPeer(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}
