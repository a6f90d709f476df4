import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts an external service that receives forms: it records the forms, and `answerTo` decides its responses. */
export async function startFormService(
  answerTo: (
    form: URLSearchParams,
    request: { path: string; authorization: string | undefined },
  ) => {
    status: number
    body: object | string
  },
) {
  const received: { path: string; headers: NodeJS.Dict<string | string[]>; form: URLSearchParams }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      received.push({ path, headers: request.headers, form })
      const { status, body } = answerTo(form, { path, authorization: request.headers.authorization })
      const isText = typeof body === 'string'
      response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
      response.end(isText ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()))
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
