import { fork, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  /** Kills it immediately, like a power cut. */
  kill(): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve(),
  )

async function answers(port: number, path: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it answered`)
    const ready = await fetch(`http://127.0.0.1:${port}${path}`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the server did not answer within 30 seconds')
}

/**
 * Starts the built product with sandbox payments and no demo data; without an address it runs on the built-in
 * PostgreSQL in DATA_DIR.
 */
export async function startProduct(
  databaseUrl: string | undefined,
  environment: Record<string, string> = {},
): Promise<RunningProduct> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-bench-'))
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
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
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(port, '/readyz', child)
  watchProduct(child.pid)
  const end = async (signal: NodeJS.Signals) => {
    watchProduct(undefined)
    child.kill(signal)
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    port,
    startedInMs: performance.now() - startedAt,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    pid: child.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Starts the current benchmark file again as the peer, in its own process, with its port and database. */
export async function startPeer(databaseUrl: string): Promise<Running> {
  const port = await freePort()
  const child = fork(process.argv[1] ?? '', ['--peer'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl },
  })
  await answers(port, '/healthz', child)
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
