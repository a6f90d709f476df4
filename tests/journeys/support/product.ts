import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readPrintedPort } from '../../support/printed-port.ts'

/** A separate server of the built product, which a journey may kill. */
export interface Product {
  address: string
  printed: () => string
  /** Kills the process as a power cut would: none of our handlers runs. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

export async function startProduct(dataDir: string, settings: Record<string, string> = {}): Promise<Product> {
  const template = process.env['E2E_TEMPLATE_DIR'] ?? ''
  const isNew = !existsSync(join(dataDir, 'postgres'))
  if (isNew && dataDir !== template && settings['SEED'] === undefined) copyFolder(template, dataDir)
  const child = spawn(productNode(), ['scripts/start.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      PUBLIC_URL: '',
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
  const port = await readPrintedPort(child).catch((error: unknown) => {
    throw new Error(`the product did not start: ${words}`, { cause: error })
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  return {
    address: `http://localhost:${port}`,
    printed: () => printed,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Copies a folder and preserves file owners, which PostgreSQL requires. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} was not copied: ${stderr}`)
}

/**
 * Returns the project's own Node, if installed. That `node` command would be a child process of another Node, and a kill
 * would end only the parent.
 */
export function productNode(): string {
  const own = 'node_modules/.bin/node'
  return existsSync(own) ? own : process.execPath
}
