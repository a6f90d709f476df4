import { type ReceivedEvent, readStream } from './stream'

export interface Told {
  id: string
  seq: number
  clientId: string | null
}

export interface ChaosClient {
  personId: string
  /** Messages this client has read, in order of arrival. */
  read: Told[]
  /** Messages the server has acknowledged, in the order they were written. */
  acknowledged: Told[]
  counts: { opened: number; reread: number; retries: number }
  /** Resolves when the stream is open, so that all clients listen before any of them writes. */
  listening: Promise<void>
  /** Resolves when every message is acknowledged. */
  writing: Promise<void>
  /** Stops reading until `wake`, like a closed laptop. Messages are still sent. */
  sleep(): void
  wake(): void
  close(): void
}

interface Options {
  address: string
  cookie: string
  personId: string
  roomId: string
  /** How many messages to write. */
  messages: number
  everyMs: number
  /** Whether a reconnected stream resumes from its last event. `false` is the control. */
  resumes: boolean
  /** Whether to send the position in the header, as EventSource does, or in the query, as pages do. */
  resumesByHeader: boolean
}

type ChatMessage = Told & { roomId: string }
const RETRY_MS = 200
const ANSWER_MS = 10_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a client that behaves like the page in a browser: it resends every message that was not acknowledged. */
export function startClient(options: Options): ChaosClient {
  const { address, cookie, personId, roomId, messages, everyMs, resumes } = options
  const read: Told[] = []
  const acknowledged: Told[] = []
  const counts = { opened: 0, reread: 0, retries: 0 }
  const listening = Promise.withResolvers<void>()
  const closing = new AbortController()
  let last: number | undefined
  let stream = new AbortController()
  let nap = Promise.withResolvers<void>()
  nap.resolve()

  async function heed({ event, id, data }: ReceivedEvent): Promise<void> {
    if (event === 'reset' && id !== undefined) await readMissed(id)
    if (event === 'chat') {
      const { kind, message } = data as { kind: string; message?: ChatMessage }
      if (kind === 'message' && message?.roomId === roomId) read.push(message)
    }
    if (id !== undefined) last = id
    if (event === 'at') listening.resolve()
  }

  /** Reads missed messages page by page, newest first, when the stream can't replay them all. */
  async function readMissed(upTo: number): Promise<void> {
    counts.reread += 1
    const known = read.at(-1)?.seq ?? 0
    const missed: ChatMessage[] = []
    let before = upTo + 1
    for (let hasOlder = true; hasOlder && before > known + 1;) {
      const page = await readPage(before)
      missed.unshift(...page.messages.filter(({ seq }) => seq > known))
      hasOlder = page.hasOlder
      before = page.messages[0]?.seq ?? 0
    }
    read.push(...missed)
  }

  async function readPage(before: number): Promise<{ messages: ChatMessage[]; hasOlder: boolean }> {
    const response = await fetch(`${address}/api/v1/chat/rooms/${roomId}/messages?before=${before}`, {
      headers: { cookie },
      signal: closing.signal,
    })
    if (!response.ok) throw new Error(`reading answered ${response.status}`)
    return (await response.json()) as { messages: ChatMessage[]; hasOlder: boolean }
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      const place = resumes && last !== undefined ? String(last) : undefined
      const byHeader = place !== undefined && options.resumesByHeader
      const query = place === undefined || byHeader ? '' : `?after=${place}`
      const headers: Record<string, string> = byHeader ? { cookie, 'last-event-id': place } : { cookie }
      counts.opened += 1
      stream = new AbortController()
      const signal = AbortSignal.any([stream.signal, closing.signal])
      await readStream(`${address}/api/live${query}`, { headers, signal }, heed).catch(() => undefined)
      await wait(RETRY_MS + Math.random() * RETRY_MS)
      await nap.promise
    }
  }

  async function write(): Promise<void> {
    await listening.promise
    for (let number = 1; number <= messages; number++) {
      await wait(everyMs * (0.5 + Math.random()))
      const clientId = crypto.randomUUID()
      const body = JSON.stringify({ json: { roomId, clientId, content: `${number} of ${personId}` } })
      acknowledged.push(await sendUntilAccepted(body))
    }
  }

  async function sendUntilAccepted(body: string): Promise<Told> {
    for (;;) {
      const answer = await send(body).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { json: ChatMessage }).json
      // Retrying doesn't help with missing permissions or invalid requests.
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`a message was answered with ${answer.status}: ${await answer.text()}`)
      counts.retries += 1
      await wait(RETRY_MS + Math.random() * RETRY_MS)
    }
  }

  /** Sends a message and reads the whole response; a truncated response counts as a failure. */
  async function send(body: string): Promise<Response> {
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(`${address}/api/rpc/chat/messages/send`, {
      method: 'POST',
      headers,
      body,
      signal,
    })
    return new Response(await response.arrayBuffer(), { status: response.status })
  }

  void listen()
  const writing = write()
  // The caller that awaits `writing` receives the error.
  writing.catch(() => undefined)
  return {
    personId,
    read,
    acknowledged,
    counts,
    listening: listening.promise,
    writing,
    sleep() {
      nap = Promise.withResolvers<void>()
      stream.abort()
    },
    wake: () => nap.resolve(),
    close: () => closing.abort(),
  }
}
