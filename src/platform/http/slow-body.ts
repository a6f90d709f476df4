import type { IncomingMessage } from 'node:http'

export interface Slowness {
  headersMs?: number
  checkMs?: number
  /** Minimum average rate of a body after this many checks; only checks that waited for the client count. */
  rates?: readonly { checks: number; bytesPerCheck: number }[]
}

export const DEFAULT_SLOWNESS = {
  headersMs: 15_000,
  checkMs: 1_000,
  // A slow phone sends 30 kB a second.
  rates: [
    { checks: 10, bytesPerCheck: 4_000 },
    { checks: 30, bytesPerCheck: 20_000 },
  ],
} satisfies Required<Slowness>

interface Watched {
  bytesBefore: number
  checks: number
}

/** Disconnects clients whose request bodies arrive too slowly, with one timer for all of them. */
export function createBodyWatch(slowness: Slowness = {}) {
  const { checkMs, rates } = { ...DEFAULT_SLOWNESS, ...slowness }
  const open = new Map<IncomingMessage, Watched>()
  let timer: NodeJS.Timeout | undefined

  function check(): void {
    for (const [request, watched] of open) {
      if (request.complete || request.destroyed) {
        open.delete(request)
        continue
      }
      // Unread data means that the server, not the client, is slow.
      if (request.readableLength > 0) continue
      watched.checks += 1
      const rate = (request.socket.bytesRead - watched.bytesBefore) / watched.checks
      if (rates.some(({ checks, bytesPerCheck }) => watched.checks >= checks && rate < bytesPerCheck))
        request.destroy(new Error('request body arrived too slowly'))
    }
    if (open.size === 0) stop()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(request: IncomingMessage): void {
      const { headers } = request
      if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
      open.set(request, { bytesBefore: request.socket.bytesRead, checks: 0 })
      if (timer) return
      timer = setInterval(check, checkMs)
      timer.unref()
    },
    stop,
  }
}
