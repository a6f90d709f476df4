import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postMessage } from './post-message'
import { startReceiver } from './testing'

const post = (url: string, canReachPrivateAddresses = true, patienceMs = 5000) =>
  postMessage({ url, headers: { 'webhook-id': 'm1' }, body: '{}' }, { canReachPrivateAddresses, patienceMs })

/** Makes the name servers respond with these addresses to every name. */
function resolveNamesTo(addresses: readonly string[]): void {
  const { prototype } = dns.promises.Resolver
  const isV6 = (address: string) => address.includes(':')
  const stub = (name: 'resolve4' | 'resolve6', found: string[]) =>
    vi.spyOn(prototype, name).mockResolvedValue(found)
  stub(
    'resolve4',
    addresses.filter((address) => !isV6(address)),
  )
  stub('resolve6', addresses.filter(isV6))
  onTestFinished(() => void vi.restoreAllMocks())
}

/** Makes all name servers fail, and makes this machine resolve every name to itself. */
function failNameServers() {
  const error = Object.assign(new Error('queryA ETIMEOUT'), { code: 'ETIMEOUT', syscall: 'queryA' })
  for (const name of ['resolve4', 'resolve6'] as const)
    vi.spyOn(dns.promises.Resolver.prototype, name).mockRejectedValue(error)
  const lookups = [vi.spyOn(dns, 'lookup'), vi.spyOn(dns.promises, 'lookup')]
  lookups[1]?.mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never)
  onTestFinished(() => void vi.restoreAllMocks())
  return lookups
}

/** Starts a receiver that sends this text to each connection and keeps it open. Returns its URL. */
async function startTextReceiver(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(text))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('posts the message and returns the status of the response', async () => {
  const receiver = await startReceiver((response) => response.writeHead(204).end())
  expect(await post(receiver.url)).toEqual({ status: 204, problem: null })
  expect(receiver.received).toMatchObject([
    { path: '/hook', body: '{}', headers: { 'webhook-id': 'm1', 'content-length': '2' } },
  ])
})

test('refuses a private address in every notation', async () => {
  const { port, received } = await startReceiver((response) => response.end())
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
  ]
  for (const scheme of ['http', 'https'])
    for (const host of hosts)
      expect(await post(`${scheme}://${host}:${port}/`, false), host).toEqual({
        status: null,
        problem: 'private_address',
      })
  expect(received).toEqual([])
  // The same receiver can be reached if private addresses are allowed.
  await post(`http://127.0.0.1:${port}/`)
  expect(received).toHaveLength(1)
})

test('refuses a name that resolves to a private address on connecting, and reports it as unknown', async () => {
  const { port, received } = await startReceiver((response) => response.end())
  for (const addresses of [['93.184.215.14', '127.0.0.1'], ['93.184.215.14', '::1'], ['fd00::1']]) {
    resolveNamesTo(addresses)
    expect(await post(`http://rebind.example:${port}/`, false)).toEqual({
      status: null,
      problem: 'unknown_host',
    })
  }
  expect(received).toEqual([])
  vi.restoreAllMocks()
  resolveNamesTo(['127.0.0.1'])
  expect(await post(`http://rebind.example:${port}/`)).toEqual({ status: 200, problem: null })
})

test('resolves names without threads of the process, unless private addresses are allowed', async () => {
  const { port, received } = await startReceiver((response) => response.end())
  const lookups = failNameServers()
  expect(await post(`http://silent.example:${port}/`, false)).toEqual({
    status: null,
    problem: 'unknown_host',
  })
  for (const lookup of lookups) expect(lookup).not.toHaveBeenCalled()
  expect(received).toEqual([])
  expect(await post(`http://hosts-file.example:${port}/`)).toEqual({ status: 200, problem: null })
  expect(await post(`http://localhost:${port}/`)).toEqual({ status: 200, problem: null })
})

test('follows no redirect', async () => {
  const inside = await startReceiver((response) => response.end())
  const receiver = await startReceiver((response) => response.writeHead(307, { location: inside.url }).end())
  expect(await post(receiver.url)).toEqual({ status: 307, problem: 'redirect' })
  expect(inside.received).toEqual([])
})

test('gives up on a receiver that does not respond', async () => {
  const receiver = await startReceiver(() => undefined)
  expect(await post(receiver.url, true, 50)).toEqual({ status: null, problem: 'timeout' })
})

test('closes the connection as soon as the status is known', async () => {
  const closed: boolean[] = []
  const hanging = await startReceiver((response) => {
    response.on('close', () => closed.push(true))
    response.writeHead(500).write('more')
  })
  // The timeout is longer than the test, so only the status can end the request.
  expect(await post(hanging.url, true, 120_000)).toEqual({ status: 500, problem: 'status' })
  await vi.waitFor(() => expect(closed).toEqual([true]))
})

test('gives up on a receiver that keeps sending interim responses', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'
  const final = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
  expect(await post(await startTextReceiver(interim.repeat(4) + final))).toEqual({
    status: 200,
    problem: null,
  })
  expect(await post(await startTextReceiver(interim.repeat(5) + final))).toEqual({
    status: null,
    problem: 'unreachable',
  })
})

test('counts a response that switches protocols as a failure', async () => {
  const url = await startTextReceiver(
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  )
  expect(await post(url)).toEqual({ status: 101, problem: 'status' })
})

test('names the problem without addresses of our network', async () => {
  const { port } = await startReceiver((response) => response.end())
  expect((await post(`https://127.0.0.1:${port}/`)).problem).toBe('certificate')
  expect((await post('http://127.0.0.1:1/')).problem).toBe('unreachable')
  expect((await post('http://name.invalid/')).problem).toBe('unknown_host')
})
