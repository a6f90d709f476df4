import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  text: string
}

/**
 * Sends requests over keep-alive connections and follows no redirects. Takes a third of the time of `fetch`, which
 * matters in a test with 200,000 requests.
 */
export function createClient(address: string) {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(address)
  const ask = (path: string, options: { method: string; headers: Record<string, string>; body?: string }) =>
    new Promise<Answer>((resolve, reject) => {
      const { method, body } = options
      const headers = {
        ...options.headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      }
      const sent = request({ agent, hostname, port, path, method, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return { ask, close: () => agent.destroy() }
}
