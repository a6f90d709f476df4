import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHttpServer } from '~/platform/http/listen'
import { drainServer } from '~/platform/http/server'
import { createStorage } from './create-storage'
import type { MediaStorage } from './media-storage'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  bytes: Buffer
}

// The part of the protocol that we use: objects below /bucket/, and Amazon's error for a missing one.
const objects = new Map<string, Buffer>()
const seen: Seen[] = []
const faults: number[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    const path = url.split('?')[0] ?? ''
    const bytes = Buffer.concat(chunks)
    seen.push({ method, url, headers, bytes })
    const fault = faults.shift()
    if (fault !== undefined) return void response.writeHead(fault).end()
    if (method === 'PUT') {
      objects.set(path, bytes)
      return void response.writeHead(200, { etag: '"1"' }).end()
    }
    if (method === 'DELETE') {
      objects.delete(path)
      return void response.writeHead(204).end()
    }
    const object = objects.get(path)
    if (object) return void response.writeHead(200, { 'content-type': 'binary/octet-stream' }).end(object)
    const error = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>No</Message></Error>'
    return void response.writeHead(404, { 'content-type': 'application/xml' }).end(error)
  })
})

let storage: MediaStorage
beforeAll(async () => {
  const endpoint = await startHttpServer(server, { host: '127.0.0.1', port: 0 })
  storage = createStorage({
    dataDir: '/nowhere',
    storage: {
      bucket: 'pictures',
      prefix: 'live/',
      endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'AKTEST', secretAccessKey: 'hush hush' },
    },
  })
})
afterAll(async () => {
  storage.close()
  await drainServer(server, 100)
})
beforeEach(() => {
  seen.length = 0
})

const key = 'avatars/kq3Zr7-_0123456789abcd/96.webp'
const path = `/pictures/live/${key}`

test('stores, reads and removes a file with signed requests', async () => {
  await storage.put(key, Buffer.from('small'))
  expect(objects.get(path)).toEqual(Buffer.from('small'))
  expect(await storage.get(key)).toEqual({ bytes: Buffer.from('small'), contentType: 'image/webp' })
  await storage.remove([key])
  expect(objects.size).toBe(0)
  expect(seen.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
    `PUT ${path}`,
    `GET ${path}`,
    `DELETE ${path}`,
  ])
  for (const { headers } of seen)
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKTEST\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=[\w;-]*host[\w;-]*, Signature=[0-9a-f]{64}$/,
    )
  const [put] = seen
  expect(put?.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '5',
  })
  expect(JSON.stringify(seen.map(({ headers }) => headers))).not.toContain('hush')
})

test('returns undefined for a missing file, and requests nothing for an invalid key', async () => {
  expect(await storage.get(key)).toBeUndefined()
  expect(seen).toHaveLength(1)
  expect(await storage.get('../secret.webp')).toBeUndefined()
  await expect(storage.put('../secret.webp', Buffer.from('x'))).rejects.toThrow('is not a valid file key')
  await expect(storage.remove(['../secret.webp'])).rejects.toThrow('is not a valid file key')
  expect(seen).toHaveLength(1)
})

test('retries when the store fails temporarily', async () => {
  faults.push(503, 500)
  await storage.put(key, Buffer.from('small'))
  expect(seen.map(({ bytes }) => bytes.toString())).toEqual(['small', 'small', 'small'])
  await storage.remove([key])
})

test('throws when the store refuses, instead of reporting a missing file', async () => {
  faults.push(403)
  await expect(storage.get(key)).rejects.toThrow()
  faults.push(403)
  await expect(storage.put(key, Buffer.from('small'))).rejects.toThrow()
  expect(objects.size).toBe(0)
})
