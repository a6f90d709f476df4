import { FlowFailed } from './provider'

/** Timeout for a provider's response, in milliseconds: a person is waiting. */
export const PROVIDER_PATIENCE_MS = 5000

const SILENT = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'ECONNRESET',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
])

/**
 * Runs the work and converts a provider’s failure into our own message.
 * @throws FlowFailed
 */
export async function translateProviderErrors<T>(label: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof FlowFailed) throw cause
    throw isUnresponsive(cause)
      ? new FlowFailed('request_timeout', `${label} isn’t responding right now. Try again in a moment.`, {
          error: 'temporarily_unavailable',
          cause,
        })
      : new FlowFailed('bad_oauth_callback', `${label} could not verify who you are. Start again.`, {
          error: 'access_denied',
          cause,
        })
  }
}

/** Returns whether the provider did not respond or is busy, so that retrying later helps. */
export function isUnresponsive(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError' || error.message === 'fetch failed') return true
  if ('code' in error && typeof error.code === 'string' && SILENT.has(error.code)) return true
  if ('status' in error && typeof error.status === 'number' && error.status >= 500) return true
  const { cause } = error
  if (cause instanceof Response) return cause.status >= 500
  return isUnresponsive(cause)
}
