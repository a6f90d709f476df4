import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/client'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { AuthFile } from '~/platform/config/auth-file'

export type Hook = NonNullable<AuthFile['hooks']['sendEmail']>

const PATIENCE_MS = 5_000
const MAX_BYTES = 64 * 1024

const responseShape = z.looseObject({
  error: z.looseObject({ http_code: z.int().optional(), message: z.string().optional() }).nullish(),
})

/** The operator's hook refused the request. Its message is shown to the person; `status` is 400 to 499. */
export class HookError extends ORPCError<'FORBIDDEN', undefined> {
  constructor(status: number, message: string) {
    super('FORBIDDEN', { status, message })
  }
}

/**
 * Posts a payload to a hook, signed with each of its secrets as https://www.standardwebhooks.com describes, and returns
 * the JSON response.
 * @throws HookError when the hook responds with `error`; Error when it cannot be reached, times out, or returns
 * anything else
 */
export async function callHook(
  { url, secrets }: Hook,
  payload: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const body = JSON.stringify(payload)
  const id = randomUUID()
  const at = new Date()
  const signatures = secrets.map((secret) => new Webhook(secret.replace(/^v1,/, '')).sign(id, at, body))
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await response.text()
  const read = responseShape.safeParse(text.length > MAX_BYTES ? undefined : parseJson(text))
  const error = read.data?.error
  if (error) {
    const status = error.http_code ?? 403
    throw new HookError(
      status >= 400 && status < 500 ? status : 403,
      error.message?.slice(0, 300) || 'This is not allowed.',
    )
  }
  if (!response.ok || !read.success)
    throw new Error(`the hook at ${new URL(url).host} answered ${response.status}`)
  return read.data
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
