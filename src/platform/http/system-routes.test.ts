import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { OpenApiDocument } from '~/platform/rpc/server/openapi'
import { createMetrics } from './metrics'
import { createSystemHandler } from './system-routes'

test('the API document is generated and compressed once, and has an ETag for shared caches', async () => {
  let made = 0
  const system = createSystemHandler({
    metrics: createMetrics(),
    isStopping: () => false,
    checkDatabase: () => Promise.resolve(),
    mailbox: undefined,
    publicUrl: 'https://b2b.example',
    describeCalls: (): Promise<OpenApiDocument> => {
      made += 1
      if (made === 1) return Promise.reject(new Error('not yet'))
      const info = { title: 'Back to Back', version: '1', description: 'calls '.repeat(500) }
      return Promise.resolve({ openapi: '3.1.0', info, paths: {} })
    },
  })
  await expect(system('/api/openapi.json', false)).rejects.toThrow('not yet')
  const plain = await system('/api/openapi.json', false)
  expect(plain?.headers).toMatchObject({
    'cache-control': 'public, max-age=300',
    vary: 'accept-encoding',
    'content-type': 'application/json',
  })
  const packed = await system('/api/openapi.json', false, { 'accept-encoding': 'gzip, br' })
  expect(packed?.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed?.body ?? '').toString()).toBe(String(plain?.body))
  const etag = plain?.headers['etag'] ?? ''
  expect(etag).toMatch(/^W\/"/)
  expect(packed?.headers['etag']).toBe(etag)
  const unchanged = await system('/api/openapi.json', false, { 'if-none-match': etag })
  expect(unchanged).toMatchObject({ status: 304, body: '', headers: { etag, vary: 'accept-encoding' } })
  expect(unchanged?.headers['content-type']).toBeUndefined()
  const reference = await system('/api/reference', false, { 'accept-encoding': 'br' })
  expect(reference?.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(await system('/api/reference', false, { 'accept-encoding': 'br' })).toEqual(reference)
  expect(made).toBe(2)
})

const showSecurityText = async (securityContact?: string) => {
  vi.useFakeTimers({ now: new Date('2026-03-01T17:40:12Z') })
  const system = createSystemHandler({
    metrics: createMetrics([]),
    isStopping: () => false,
    checkDatabase: () => Promise.resolve(),
    mailbox: undefined,
    describeCalls: () => Promise.reject(new Error('not needed')),
    publicUrl: 'https://b2b.example',
    securityContact,
  })
  vi.useRealTimers()
  return system('/.well-known/security.txt', false)
}

test('security.txt names the contact, and expires at the last midnight within a year of the start', async () => {
  const text = await showSecurityText('security@b2b.example')
  expect(text).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  expect(text?.body).toBe(
    [
      'Contact: mailto:security@b2b.example',
      'Expires: 2027-03-01T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://b2b.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  const page = await showSecurityText('https://b2b.example/security')
  expect(page?.body).toContain('Contact: https://b2b.example/security\n')
})

test('there is no security.txt without a contact', async () => {
  expect(await showSecurityText()).toBeUndefined()
})
