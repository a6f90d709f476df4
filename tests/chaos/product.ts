import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, SECRET } from '../../bench/harness/processes'

export interface Product {
  address: string
  dataDir: string
  /** The exit code or signal of an unexpected exit. */
  crash(): string | undefined
  stop(): Promise<void>
  start(): Promise<void>
  remove(): void
}

const READY_MS = 60_000

/** Prepares a product process that runs `script`; `start` starts it. */
export async function prepareProduct(script: string, env: Record<string, string>): Promise<Product> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-chaos-'))
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let crash: string | undefined

  return {
    address,
    dataDir,
    crash: () => crash,
    async start() {
      const own = spawn(process.execPath, [script], {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          PORT: String(port),
          PUBLIC_URL: address,
          DATA_DIR: dataDir,
          // Empty values count as unset.
          DATABASE_URL: '',
          REDIS_URL: '',
          SMTP_URL: '',
          SEED: 'none',
          SECRET,
          LOG_LEVEL: 'error',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      child = own
      own.once('exit', (code, signal) => {
        if (child === own) crash = signal ?? `exit code ${code}`
      })
      for (const end = Date.now() + READY_MS; Date.now() < end;) {
        if (crash !== undefined) throw new Error(`the product ended before it was ready: ${crash}`)
        if (await isReady(address)) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('the product did not become ready')
    },
    async stop() {
      const own = child
      child = undefined
      if (!own || own.exitCode !== null || own.signalCode !== null) return
      const ended = once(own, 'exit')
      own.kill('SIGTERM')
      await ended
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) })
    return answer.status === 200
  } catch {
    return false
  }
}
