import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { compress } from './encoding'
import { hasEtag, createWeakEtag } from './etag'
import { chooseEncoding } from './content-negotiation'

/**
 * Public reads of the catalog. Only their responses may have an ETag, because other public reads have a token in
 * their URL or identify the caller.
 */
const CATALOG = /^\/api\/v1\/(?:events|djs|people|site)(?:[/?]|$)/

/**
 * Compresses the JSON that a call is about to write. Visitors' reads of the catalog get an ETag, and 304 if nothing
 * changed. oRPC writes JSON as one `writeHead` and one `end` without a length; files and streams pass unchanged.
 */
export function optimizeJson(
  request: IncomingMessage,
  response: ServerResponse,
  isVisitor: () => boolean,
): void {
  const writeHead = response.writeHead.bind(response)
  const end = response.end.bind(response)

  async function sendCompressed(status: number, headers: OutgoingHttpHeaders, text: string): Promise<void> {
    response.appendHeader('vary', 'accept-encoding')
    if (status === 200 && isCatalogRequest(request) && headers['set-cookie'] === undefined && isVisitor()) {
      const etag = createWeakEtag(text)
      headers['etag'] = etag
      headers['cache-control'] = 'private, no-cache'
      if (hasEtag(request.headers['if-none-match'], etag)) {
        delete headers['content-type']
        writeHead(304, headers)
        return void end()
      }
    }
    const plain = Buffer.from(text)
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString())
    const compressed = encoding && (await compress(plain, encoding))
    if (encoding && compressed) headers['content-encoding'] = encoding
    const body = compressed ?? plain
    writeHead(status, { ...headers, 'content-length': body.length })
    end(body)
  }

  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    response.writeHead = writeHead
    const isJson = headers['content-type'] === 'application/json'
    if (!isJson || headers['content-length'] !== undefined) return writeHead(status, headers)
    response.end = ((text = '') => {
      response.end = end
      sendCompressed(status, { ...headers }, String(text)).catch((error: Error) => response.destroy(error))
      return response
    }) as typeof response.end
    return response
  }) as typeof response.writeHead
}

function isCatalogRequest({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && CATALOG.test(url)
}
