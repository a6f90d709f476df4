import { findMailPage } from '~/platform/mail/mail-pages'
import type { Mailbox } from '~/platform/mail/mailbox'
import type { OpenApiDocument } from '~/platform/rpc/server/openapi'
import { renderReference } from '~/platform/rpc/server/reference-page'
import { type Answer, htmlAnswer, jsonAnswer } from './answer'
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
}

/** Health, metrics, the description of the calls, and the mailbox of the demo. Undefined for any other path. */
export function createSystemAnswers(options: SystemOptions) {
  let description: Promise<OpenApiDocument> | undefined
  const describe = () => (description ??= options.describeCalls())

  async function ready(): Promise<Answer> {
    if (options.isStopping()) return jsonAnswer(503, { status: 'stopping' })
    try {
      await withinSeconds(2, options.checkDatabase())
      return jsonAnswer(200, { status: 'ready' })
    } catch {
      return jsonAnswer(503, { status: 'the database does not answer' })
    }
  }

  async function find(path: string, isInside: boolean): Promise<Answer | undefined> {
    if (path === '/healthz') return jsonAnswer(200, { status: 'ok' })
    if (path === '/readyz') return ready()
    // Numbers of the inside are for whoever runs the process: from this machine or its network, not through the proxy.
    if (path === '/metrics' && isInside) {
      const { contentType, body } = await options.metrics.render()
      return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body }
    }
    if (path === '/api/openapi.json') return jsonAnswer(200, await describe())
    if (path === '/api/reference') return htmlAnswer(200, renderReference(await describe()))
    if (options.mailbox && path.startsWith('/dev/mail')) return findMailPage(options.mailbox, path)
    return undefined
  }

  return async (path: string, isInside: boolean): Promise<Answer | undefined> => {
    const answer = await find(path, isInside)
    if (answer) answer.headers['content-security-policy'] ??= contentSecurityPolicy()
    return answer
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
