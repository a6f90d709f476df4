import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildProcess } from '~tests/support/build-process'
import { createTestDatabase } from '~tests/support/database'
import { startCollector } from '~tests/support/otlp-collector'
import { prepareProduct } from '~tests/support/product'

let built: Awaited<ReturnType<typeof buildProcess>>
let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string

beforeAll(async () => {
  built = await buildProcess('product-process.ts', 'telemetry')
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'back-to-back-modules-'))
})
afterAll(async () => {
  await database.drop()
  built.remove()
  rmSync(folder, { recursive: true })
})

/** Starts the product as a process that lists the modules it loads. */
async function startProduct(env: Record<string, string>) {
  const file = join(folder, crypto.randomUUID())
  const product = prepareProduct(built.script, {
    DATABASE_URL: database.url,
    NODE_OPTIONS: '--import=./tests/support/record-modules.mjs',
    MODULES_FILE: file,
    ...env,
  })
  onTestFinished(() => product.remove())
  await product.start()
  const readModules = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  return { product, readModules }
}

test('without an endpoint, the product does not load OpenTelemetry', async () => {
  const { product, readModules } = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  expect((await fetch(`${product.address}/api/v1/events`)).status).toBe(200)
  await product.stop()
  const modules = readModules()
  expect(modules.some((url) => url.includes('/node_modules/kysely/'))).toBe(true)
  // prom-client loads the OpenTelemetry API, which does nothing without an SDK.
  const loaded = modules.filter((url) => !url.includes('/@opentelemetry/api/'))
  expect(loaded.filter((url) => /opentelemetry|open-telemetry/.test(url))).toEqual([])
})

test('with an endpoint, the product sends requests with their statements, and metrics, before it has stopped', async () => {
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  const { product, readModules } = await startProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_SERVICE_NAME: 'tickets',
  })
  expect((await fetch(`${product.address}/api/v1/events`)).status).toBe(200)
  expect(product.crash()).toBeUndefined()
  await product.stop()
  expect(readModules().some((url) => url.includes('/@opentelemetry/sdk-trace/'))).toBe(true)
  const request = collector.spans.find(({ name }) => name === 'events.list')
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ name }) => name)).toContain('select events')
  expect(collector.metrics.map(({ name }) => name)).toContain('database_pool_connections')
  expect(collector.resources[0]).toContainEqual({ key: 'service.name', value: { stringValue: 'tickets' } })
})

test('the product responds and stops normally while the collector is unavailable', async () => {
  const { product } = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  await vi.waitFor(async () => expect((await fetch(`${product.address}/readyz`)).status).toBe(200))
  for (const path of ['/api/v1/events', '/', '/api/v1/nowhere'])
    expect((await fetch(`${product.address}${path}`)).status).toBeLessThan(500)
  expect(product.crash()).toBeUndefined()
  await product.stop()
})
