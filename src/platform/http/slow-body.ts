import type { IncomingMessage } from 'node:http'

export interface Slowness {
  headersMs?: number
  checkMs?: number
  /** Minimum rate of a body over its last `checks` checks. Checks during which the server was slow don't count. */
  rates?: readonly { checks: number; bytesPerCheck: number }[]
}

export const DEFAULT_SLOWNESS = {
  headersMs: 15_000,
  checkMs: 1_000,
  // A slow phone sends 30 kB a second.
  rates: [
    { checks: 20, bytesPerCheck: 2_000 },
    { checks: 30, bytesPerCheck: 20_000 },
  ],
} satisfies Required<Slowness>

/** Disconnects clients whose request bodies arrive too slowly. One timer serves all of them. */
export function createSlowBodyWatcher(slowness: Slowness = {}) {
  const { checkMs, rates } = { ...DEFAULT_SLOWNESS, ...slowness }
  const longest = Math.max(...rates.map(({ checks }) => checks))
  // The number of bytes received at the start and at each of the last checks.
  const open = new Map<IncomingMessage, number[]>()
  let timer: NodeJS.Timeout | undefined

  function disconnectSlowClients(): void {
    for (const [request, counts] of open) {
      if (request.complete || request.destroyed) {
        open.delete(request)
        continue
      }
      // Data waits to be read, so the server is slow, not the client.
      if (request.readableLength > 0) continue
      const now = request.socket.bytesRead
      // The rate counts over the last checks only: a client that sends all but the last byte immediately would
      // otherwise stay for minutes.
      const isSlow = rates.some(({ checks, bytesPerCheck }) => {
        const before = counts.at(-checks)
        return before !== undefined && now - before < checks * bytesPerCheck
      })
      if (isSlow) request.destroy(new Error('request body arrived too slowly'))
      counts.push(now)
      if (counts.length > longest) counts.shift()
    }
    if (open.size === 0) stopTimer()
  }

  function stopTimer(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(request: IncomingMessage): void {
      const { headers } = request
      if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
      open.set(request, [request.socket.bytesRead])
      if (timer) return
      timer = setInterval(disconnectSlowClients, checkMs)
      timer.unref()
    },
    stop: stopTimer,
  }
}
