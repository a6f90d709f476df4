import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfiguration } from '~/platform/config/configuration'
import { VARIABLE_NAMES } from '~/platform/config/variables'
import { REQUEST_PATIENCE_MS } from '~/platform/http/server'
import { JOB_PATIENCE_MS } from '~/platform/jobs/jobs'
import { readCompose, readExample } from './compose'

const services = readCompose()
const all = Object.entries(services)
const products = all.filter(([, { build }]) => build)
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')

/** The variables that the image sets. Those of compose.yaml take precedence. */
const imageEnvironment = Object.fromEntries(
  (/^ENV (?<pairs>.+)$/mu.exec(dockerfile)?.groups?.['pairs'] ?? '')
    .split(' ')
    .map((pair) => pair.split('=')),
) as Record<string, string>

const CAPABILITIES: Record<string, string[]> = {
  postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  caddy: ['NET_BIND_SERVICE'],
}

/** The variables that compose.yaml doesn't set, each with the reason. */
const LEFT_OUT: Record<string, string> = {
  PORT: 'set by the image',
  HOST: 'set by the image',
  DATA_DIR: 'set by the image',
  SEED: 'a site of its own has no demo data',
  PUBLIC_DEMO: 'a site of its own is no demo',
  STRIPE_API: 'for tests',
  WEBHOOK_PRIVATE_ADDRESSES: 'for development and tests',
}

test('compose.yaml has two processes of the product, PostgreSQL, Valkey and Caddy', () => {
  expect(Object.keys(services)).toEqual(['app-1', 'app-2', 'postgres', 'valkey', 'caddy'])
  expect(products.map(([name]) => name)).toEqual(['app-1', 'app-2'])
  expect(services['app-1']).toEqual(services['app-2'])
  expect(existsSync(join('deploy', services['app-1']?.build?.context ?? '', 'package.json'))).toBe(true)
  expect(existsSync(services['app-1']?.build?.dockerfile ?? '')).toBe(true)
})

test.each(all)('%s has a read-only root and only the capabilities that it needs', (name, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    restart: 'unless-stopped',
  })
  expect(service.tmpfs).toContain('/tmp')
  expect(service.cap_add ?? []).toEqual(CAPABILITIES[name] ?? [])
})

test('only Caddy is reachable from outside', () => {
  expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['caddy'])
})

test.each(all)('the files that %s mounts exist', (_name, { volumes = [] }) => {
  const files = volumes.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('.'))
  expect(files.filter((path) => !existsSync(join('deploy', path)))).toEqual([])
})

test('both processes store uploads in the same volume', () => {
  for (const [, { volumes }] of products) expect(volumes).toEqual([`data:${imageEnvironment['DATA_DIR']}`])
})

test('images have an exact version', () => {
  const bases = [...dockerfile.matchAll(/^FROM (?<image>[^$\s]+)/gmu)].map(({ groups }) => groups?.['image'])
  const images = all.filter(([, { build }]) => !build).map(([, { image }]) => image)
  expect(bases).toHaveLength(3)
  for (const image of [...bases, ...images])
    expect(image).toMatch(/:\d+\.\d+(?:\.\d+)?(?:-[a-z-]+)?(?:@sha256:[0-9a-f]{64})?$/u)
})

test('compose.yaml sets every variable of the product except those that don’t apply', () => {
  const names = Object.keys(services['app-1']?.environment ?? {})
  expect(names.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([])
  expect([...names, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(VARIABLE_NAMES.toSorted())
})

test('compose.env.example has only variables that compose.yaml uses, and the product accepts the result', () => {
  const used = readFileSync('deploy/compose.yaml', 'utf8')
  expect(Object.keys(readExample()).filter((name) => !used.includes(`\${${name}:`))).toEqual([])
  const config = readConfiguration({ ...imageEnvironment, ...services['app-1']?.environment })
  expect(config).toMatchObject({
    publicUrl: 'https://tickets.example.com',
    proxies: { hops: 1 },
    isDemo: false,
  })
})

test.each(['DOMAIN', 'SECRET', 'POSTGRES_PASSWORD', 'POSTGRES_ADMIN_PASSWORD', 'REDIS_PASSWORD'])(
  'compose.yaml requires the variable %s',
  (name) => {
    expect(() => readCompose({ ...readExample(), [name]: '' })).toThrow(`set ${name}`)
  },
)

test.each(products)('%s has more time to stop than it needs', (_name, { environment, stop_grace_period }) => {
  const { drainSeconds } = readConfiguration({ ...imageEnvironment, ...environment })
  expect(drainSeconds).toBeGreaterThan(0)
  const seconds = drainSeconds + (REQUEST_PATIENCE_MS + JOB_PATIENCE_MS) / 1000
  // The last ten seconds before Docker kills the process are for closing the database.
  expect(Number(/^(\d+)s$/u.exec(stop_grace_period ?? '')?.[1])).toBeGreaterThanOrEqual(seconds + 10)
})

test('PostgreSQL allows the connections of two processes with three workers each', () => {
  const [allowed] = /(?<=max_connections=)\d+/u.exec(JSON.stringify(services['postgres'])) ?? []
  const { databasePool } = readConfiguration({ ...imageEnvironment, ...services['app-1']?.environment })
  // docs/operating.md lists the 16 other connections of each worker.
  expect(Number(allowed)).toBeGreaterThanOrEqual(2 * 3 * (databasePool + 16))
})

test('Caddy sends requests to both processes', () => {
  const targets = readFileSync('deploy/Caddyfile', 'utf8').matchAll(
    /reverse_proxy (?:@\w+ )?(?<to>[^{\n]+)/gu,
  )
  const to = [...targets].map(({ groups }) => groups?.['to']?.trim().split(' ').toSorted())
  expect(to).toHaveLength(4)
  for (const names of to)
    expect(names).toEqual(products.map(([name]) => `${name}:${imageEnvironment['PORT']}`))
})
