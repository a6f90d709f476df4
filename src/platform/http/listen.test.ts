import { createServer } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { bindFreePort, startHttpServer } from './listen'

const host = '127.0.0.1'

test('a bound port closes connections until a server takes it over', async () => {
  const bound = await bindFreePort(host)
  await once(connect({ host, port: bound.port }), 'close')

  const server = createServer((_request, response) => response.end('served'))
  onTestFinished(() => void server.close())
  const address = await startHttpServer(server, { host, port: bound.port, bound })

  expect(address).toBe(`http://localhost:${bound.port}`)
  expect(await (await fetch(`http://${host}:${bound.port}`)).text()).toBe('served')
})

test('a taken port is named in the error', async () => {
  const bound = await bindFreePort(host)
  onTestFinished(() => bound.close())

  await expect(startHttpServer(createServer(), { host, port: bound.port })).rejects.toThrow(
    `Port ${bound.port} is used by another program. Stop it, or set PORT to a free port.`,
  )
})
