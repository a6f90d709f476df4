import { problemAnswer } from '~/platform/http/answer'
import type { RawRoute, Sink } from '~/platform/http/raw-routes'
import type { Caller } from '~/platform/rpc/caller'
import { baseSentences } from '~/platform/rpc/sentences'
import type { Live } from './live'

interface StreamOptions {
  live: Live
  resolveCaller: (headers: Headers) => Promise<Caller | null>
  /** Between two signs of life, at each of which the session is looked at again. */
  heartbeatMs?: number
  streamsPerPerson?: number
}

export interface LiveStreams {
  /** GET /api/live: the one event stream of a browser tab. */
  route: RawRoute
  /** Ends every stream; browsers come back by themselves, to whichever process is there then. */
  end(): void
}

// Under the idle time of common proxies.
const HEARTBEAT_MS = 20_000
const STREAMS_PER_PERSON = 20
// A reader that leaves this much untaken is cut off; it reads everything again when it comes back.
const WAITING_MAX = 64 * 1024
const RETRY_MS = 2000

/** Server-sent events of what changed for the signed-in person, as `data: {"topics":[…]}`. */
export function createLiveStreams(options: StreamOptions): LiveStreams {
  const { live, resolveCaller, heartbeatMs = HEARTBEAT_MS, streamsPerPerson = STREAMS_PER_PERSON } = options
  const open = new Map<string, Set<Sink>>()

  function follow(sink: Sink, userId: string, headers: Headers): void {
    const own = open.get(userId) ?? new Set<Sink>()
    open.set(userId, own.add(sink))
    // The oldest gives way: it is the tab that was forgotten.
    if (own.size > streamsPerPerson) own.values().next().value?.end()
    const send = (text: string) => (sink.waiting() > WAITING_MAX ? sink.end() : sink.write(text))
    const stop = live.subscribe(userId, (event) => send(`data: ${JSON.stringify(event)}\n\n`))
    const heartbeat = setInterval(() => {
      resolveCaller(headers).then(
        (caller) => (caller?.id === userId ? send(': still here\n\n') : sink.end()),
        // The database does not answer; that ends nobody's session.
        () => send(': still here\n\n'),
      )
    }, heartbeatMs)
    heartbeat.unref()
    sink.closed.addEventListener('abort', () => {
      clearInterval(heartbeat)
      stop()
      own.delete(sink)
      if (own.size === 0 && open.get(userId) === own) open.delete(userId)
    })
    sink.write(`retry: ${RETRY_MS}\n\n`)
  }

  return {
    route: {
      methods: ['GET'],
      path: /^\/api\/live$/u,
      kind: 'stream',
      async handle({ scope }) {
        const caller = await scope.caller()
        if (!caller) return problemAnswer(401, 'UNAUTHORIZED', baseSentences.UNAUTHORIZED)
        return {
          status: 200,
          // A proxy that gathers the answer would keep the news to itself.
          headers: {
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            'x-accel-buffering': 'no',
          },
          open: (sink) => follow(sink, caller.id, scope.headers),
        }
      },
    },
    end() {
      for (const own of open.values()) for (const sink of own) sink.end()
    },
  }
}
