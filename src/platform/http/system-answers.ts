import { findMailPage } from '~/platform/mail/mail-pages'
import type { Mailbox } from '~/platform/mail/mailbox'
import type { OpenApiDocument } from '~/platform/rpc/server/openapi'
import { renderReference } from '~/platform/rpc/server/reference-page'
import { type Answer, jsonAnswer } from './answer'
import { chooseEncoding, compress, type Encoding } from './encoding'
import type { Metrics } from './metrics'
import { contentSecurityPolicy } from './security-headers'

export interface SystemOptions {
  metrics: Metrics
  /** Resolves when the database answers. */
  checkDatabase: () => Promise<unknown>
  isStopping: () => boolean
  describeCalls: () => Promise<OpenApiDocument>
  /** Only in the demo. */
  mailbox: Mailbox | undefined
  /** Where people report a weakness; undefined: there is no security.txt. */
  securityContact?: string | undefined
}

/** Health, metrics, the description of the calls, and the mailbox of the demo. Undefined for any other path. */
export function createSystemAnswers(options: SystemOptions) {
  let description: Promise<OpenApiDocument> | undefined
  const describe = () => {
    description ??= options.describeCalls()
    description.catch(() => (description = undefined))
    return description
  }
  // They change with a release only: serialized and compressed once, since the larger has four megabytes.
  const openApi = createDocument('application/json', async () => JSON.stringify(await describe()))
  const reference = createDocument('text/html; charset=utf-8', async () => renderReference(await describe()))

  async function ready(): Promise<Answer> {
    if (options.isStopping()) return jsonAnswer(503, { status: 'stopping' })
    try {
      await withinSeconds(2, options.checkDatabase())
      return jsonAnswer(200, { status: 'ready' })
    } catch {
      return jsonAnswer(503, { status: 'the database does not answer' })
    }
  }

  async function find(path: string, isInside: boolean, acceptEncoding?: string): Promise<Answer | undefined> {
    if (path === '/healthz') return jsonAnswer(200, { status: 'ok' })
    if (path === '/readyz') return ready()
    // Metrics are for the operator: from this machine or its network, not through the proxy.
    if (path === '/metrics' && isInside) {
      const { contentType, body } = await options.metrics.render()
      return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body }
    }
    if (path === '/.well-known/security.txt' && options.securityContact !== undefined)
      return securityText(options.securityContact)
    if (path === '/api/openapi.json') return openApi(acceptEncoding)
    if (path === '/api/reference') return reference(acceptEncoding)
    if (options.mailbox && path.startsWith('/dev/mail')) return findMailPage(options.mailbox, path)
    return undefined
  }

  return async (path: string, isInside: boolean, acceptEncoding?: string): Promise<Answer | undefined> => {
    const answer = await find(path, isInside, acceptEncoding)
    if (answer) answer.headers['content-security-policy'] ??= contentSecurityPolicy()
    return answer
  }
}

/** RFC 9116. It expires, so that no one writes to an address that is not read any longer. */
function securityText(contact: string): Answer {
  const expires = new Date(Date.now() + 180 * 24 * 60 * 60 * 1000).toISOString()
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
    body: `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}\nExpires: ${expires}\nPreferred-Languages: en\n`,
  }
}

/** Returns a handler for a text that is generated once per encoding. A failure is not cached. */
function createDocument(type: string, write: () => Promise<string>) {
  const made = new Map<Encoding | undefined, Promise<Buffer | undefined>>()
  const make = async (encoding: Encoding | undefined) => {
    const plain = Buffer.from(await write())
    return encoding === undefined ? plain : compress(plain, encoding)
  }
  const read = (encoding: Encoding | undefined) => {
    const body = made.get(encoding) ?? make(encoding)
    made.set(encoding, body)
    body.catch(() => made.delete(encoding))
    return body
  }
  return async (acceptEncoding: string | undefined): Promise<Answer> => {
    const encoding = chooseEncoding(acceptEncoding)
    const compressed = encoding && (await read(encoding))
    return {
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': 'public, max-age=300',
        vary: 'accept-encoding',
        ...(encoding && compressed && { 'content-encoding': encoding }),
      },
      body: compressed ?? (await read(undefined)) ?? '',
    }
  }
}

async function withinSeconds(seconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), seconds * 1000)
  })
  try {
    await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
