import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../../bench/harness/processes'
import { buildProcess } from '~tests/support/build-process'
import { createTestDatabase } from '~tests/support/database'
import { isLongRun } from '~tests/support/long-run'
import { readPrintedPort } from '~tests/support/printed-port'
import { readCompose, readImageHealthCheck } from './compose'
import { INSTALLED, readUnit, readUnitEnvironment } from './systemd-unit'

// Runs the commands of deploy/. The long run uses the built product, a normal run uses a product without pages.
const PROGRAM = 'scripts/start.mjs'
const folder = mkdtempSync(join(tmpdir(), 'b2b-deploy-'))
const services = readCompose()
let database: Awaited<ReturnType<typeof createTestDatabase>>
let script = PROGRAM
let removeProgram = () => {}

beforeAll(async () => {
  database = await createTestDatabase()
  if (isLongRun) return
  const program = await buildProcess('product-process.ts', 'deploy')
  removeProgram = program.remove
  script = join(dirname(program.script), 'start.mjs')
  const supervisor = pathToFileURL(resolve('scripts/workers.mjs')).href
  writeFileSync(
    script,
    `import { startProduct } from '${supervisor}'\nawait startProduct(() => import('./main.js'))\n`,
  )
})
afterAll(async () => {
  await database.drop()
  removeProgram()
  rmSync(folder, { recursive: true })
})

/** Runs the command of the systemd unit, and returns its process and port once it responds. */
async function startUnit() {
  const { ExecStart = '', WorkingDirectory } = readUnit()
  const [node, ...parameters] = ExecStart.split(' ')
  expect([node, WorkingDirectory]).toEqual([`${INSTALLED}/node_modules/.bin/node`, INSTALLED])
  expect(parameters).toEqual([PROGRAM])
  const child = spawn(process.execPath, [script], {
    // No other variables, as under systemd.
    env: {
      PATH: process.env['PATH'],
      ...readUnitEnvironment(),
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SECRET,
      PUBLIC_URL: 'https://tickets.example.com',
      TRUST_PROXY: 'true',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended, port: await readPrintedPort(child) }
}

function runCheck([program = '', ...parameters]: string[], env: Record<string, string>): number | null {
  const { status, error } = spawnSync(program, parameters, { env: { ...process.env, ...env } })
  if (error) throw error
  return status
}

test('the command of the unit starts the product, the health check of the image finds it, and SIGTERM stops it', async () => {
  const { child, ended, port } = await startUnit()
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  const [node, ...parameters] = readImageHealthCheck()
  expect(node).toBe('node')
  const check = () => runCheck([process.execPath, ...parameters], { PORT: String(port) })
  expect(check()).toBe(0)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(check()).toBe(1)
})

test('the health check of PostgreSQL fails where none listens', () => {
  const [kind, ...command] = services['postgres']?.healthcheck?.test ?? []
  expect(kind).toBe('CMD')
  const { hostname, port, searchParams } = new URL(database.url)
  const host = searchParams.get('host') ?? hostname
  const checkAt = (address: string) =>
    runCheck(
      command.map((part) => part.replace('127.0.0.1', address)),
      { PGPORT: port || '5432' },
    )
  expect(checkAt(host)).toBe(0)
  expect(checkAt(folder)).toBe(2)
})

test('the health check of Valkey needs its password', async () => {
  const { command = [], environment = {}, healthcheck } = services['valkey'] ?? {}
  const socket = join(folder, 'valkey.sock')
  // Redis runs here instead of Valkey: it has the same options.
  const server = spawn('redis-server', [...command.slice(1), '--port', '0', '--unixsocket', socket], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await ended
  })
  const [, program, ...parameters] = healthcheck?.test ?? []
  expect([command[0], program]).toEqual(['valkey-server', 'valkey-cli'])
  const check = (env: Record<string, string>) => runCheck(['redis-cli', '-s', socket, ...parameters], env)
  await expect.poll(() => check(environment)).toBe(0)
  expect(check({ REDISCLI_AUTH: 'another' })).toBe(1)
})
