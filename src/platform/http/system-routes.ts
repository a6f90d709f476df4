import { waitAtMost } from '~/lib/wait-at-most'
import { findEmailPage } from '~/platform/email/email-pages'
import type { Mailbox } from '~/platform/email/mailbox'
import type { OpenApiDocument } from '~/platform/rpc/server/openapi'
import { renderApiReference } from '~/platform/rpc/server/reference-page'
import { type HttpResponse, createJsonResponse } from './http-response'
import { compress, type Encoding } from './encoding'
import { hasEtag, createWeakEtag } from './etag'
import type { Metrics } from './metrics'
import { chooseEncoding } from './content-negotiation'
import { createContentSecurityPolicy } from './security-headers'

const SECURITY_TEXT_PATH = '/.well-known/security.txt'

export interface SystemOptions {
  metrics: Metrics
  /** Resolves if the database responds. */
  checkDatabase: () => Promise<unknown>
  isStopping: () => boolean
  describeCalls: () => Promise<OpenApiDocument>
  /** The stored emails, which only the demo shows; undefined without the demo. */
  mailbox: Mailbox | undefined
  /** Contact for reports of vulnerabilities. Without one there is no security.txt. */
  securityContact?: string | undefined
  publicUrl: string
}

type DocumentHeaders = {
  'accept-encoding'?: string | string[] | undefined
  'if-none-match'?: string | undefined
}

/**
 * Answers a request for `path`; undefined if it is not a system path. `isInside` means that the request comes from this
 * machine or its network.
 */
export type SystemHandler = (
  path: string,
  isInside: boolean,
  headers?: DocumentHeaders,
) => Promise<HttpResponse | undefined>

/** Answers health checks, metrics, the API description and the demo's mailbox. */
export function createSystemHandler(options: SystemOptions): SystemHandler {
  const securityText =
    options.securityContact === undefined
      ? undefined
      : formatSecurityText(options.securityContact, options.publicUrl, new Date())
  let description: Promise<OpenApiDocument> | undefined
  const describe = () => {
    description ??= options.describeCalls()
    description.catch(() => (description = undefined))
    return description
  }
  // The documents change only with a release, so they are serialized and compressed once.
  const openApi = createDocumentHandler('application/json', async () => JSON.stringify(await describe()))
  const reference = createDocumentHandler('text/html; charset=utf-8', async () =>
    renderApiReference((await describe()).info.title),
  )

  async function checkReadiness(): Promise<HttpResponse> {
    if (options.isStopping()) return createJsonResponse(503, { status: 'stopping' })
    try {
      await waitAtMost(2, options.checkDatabase())
      return createJsonResponse(200, { status: 'ready' })
    } catch {
      return createJsonResponse(503, { status: 'the database does not answer' })
    }
  }

  const find: SystemHandler = async (path, isInside, headers = {}) => {
    if (path === '/healthz') return createJsonResponse(200, { status: 'ok' })
    if (path === '/readyz') return checkReadiness()
    // Metrics are for the operator, so they are served only to this machine and its network, not through the proxy.
    if (path === '/metrics' && isInside) {
      const { contentType, body } = await options.metrics.render()
      return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body }
    }
    if (path === SECURITY_TEXT_PATH && securityText !== undefined)
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
        body: securityText,
      }
    if (path === '/api/openapi.json') return openApi(headers)
    if (path === '/api/reference') return reference(headers)
    if (options.mailbox && path.startsWith('/dev/mail')) return findEmailPage(options.mailbox, path)
    return undefined
  }

  return async (path, isInside, headers) => {
    const response = await find(path, isInside, headers)
    if (response) response.headers['content-security-policy'] ??= createContentSecurityPolicy()
    return response
  }
}

/**
 * Returns security.txt (RFC 9116). It expires at the last midnight (UTC) within a year, so that no one writes to an
 * abandoned address.
 */
function formatSecurityText(contact: string, publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + 365 * 24 * 60 * 60 * 1000)
  expires.setUTCHours(0, 0, 0, 0)
  return [
    `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL(SECURITY_TEXT_PATH, publicUrl).href}`,
    '',
  ].join('\n')
}

interface Document {
  etag: string
  text: string
  compressed: Map<Encoding, Promise<Buffer | undefined>>
}

/** Returns a handler for a text that is generated once and compressed once per encoding. Failures are not cached. */
function createDocumentHandler(type: string, write: () => Promise<string>) {
  let written: Promise<Document> | undefined
  const read = () => {
    written ??= write().then((text) => ({ etag: createWeakEtag(text), text, compressed: new Map() }))
    written.catch(() => (written = undefined))
    return written
  }
  const compressOnce = ({ text, compressed }: Document, encoding: Encoding) => {
    const body = compressed.get(encoding) ?? compress(Buffer.from(text), encoding)
    compressed.set(encoding, body)
    return body
  }
  return async (headers: DocumentHeaders): Promise<HttpResponse> => {
    const document = await read()
    const common = {
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
      etag: document.etag,
    }
    if (hasEtag(headers['if-none-match'], document.etag)) return { status: 304, headers: common, body: '' }
    const encoding = chooseEncoding(headers['accept-encoding']?.toString())
    const compressed = encoding && (await compressOnce(document, encoding))
    return {
      status: 200,
      headers: {
        ...common,
        'content-type': type,
        ...(encoding && compressed && { 'content-encoding': encoding }),
      },
      body: compressed ?? document.text,
    }
  }
}
