import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECRET } from '../../bench/harness/processes'
import { readPrintedPort } from './printed-port'

export interface Product {
  /** Changes with every start. No request can reach it while the product is stopped. */
  readonly address: string
  dataDir: string
  /** The exit code or signal of an unexpected exit. */
  crash(): string | undefined
  stop(): Promise<void>
  /** Like a power cut: none of our handlers runs. */
  kill(): Promise<void>
  /** Starts the process again, perhaps with another program. */
  start(program?: string): Promise<void>
  remove(): void
}

/** Prepares a product process that runs `script`; `start` starts it. */
export function prepareProduct(script: string, env: Record<string, string>): Product {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-chaos-'))
  let child: ChildProcess | undefined
  let crash: string | undefined
  let address = ''

  async function end(signal: NodeJS.Signals): Promise<void> {
    const own = child
    child = undefined
    if (!own || own.exitCode !== null || own.signalCode !== null) return
    const ended = once(own, 'exit')
    own.kill(signal)
    await ended
    address = ''
  }

  return {
    get address() {
      return address
    },
    dataDir,
    crash: () => crash,
    async start(program = script) {
      const own = spawn(process.execPath, [program], {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          PORT: '0',
          PUBLIC_URL: '',
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
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = own
      own.once('exit', (code, signal) => {
        if (child === own) crash = signal ?? `exit code ${code}`
      })
      address = `http://127.0.0.1:${await readPrintedPort(own)}`
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
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
