import { type HeardEvent, readStream } from './stream'

export interface Told {
  id: string
  seq: number
  clientId: string | null
}

export interface ChaosClient {
  personId: string
  /** What the person has read, in the order in which it came to them. */
  read: Told[]
  /** What the server said is sent, in the order in which it was written. */
  acknowledged: Told[]
  counts: { opened: number; reread: number; retries: number }
  /** Everybody listens before anybody writes. */
  listening: Promise<void>
  /** Nothing new is written; done when everything written is acknowledged. */
  finishWriting(): Promise<void>
  /** Hears nothing for so long, as a laptop that is closed; what they wrote before still goes out. */
  sleep(ms: number): void
  close(): void
}

interface Options {
  /** Of the network in front of the server. */
  address: string
  cookie: string
  personId: string
  roomId: string
  /** Between two messages of theirs. */
  everyMs: number
  /** Whether a stream that comes back takes up where it was. Without it is the control. */
  resumes: boolean
  /** By turns as the header that an EventSource sends by itself, and as what a page asks for. */
  asksByHeader: boolean
}

type ChatMessage = Told & { roomId: string }
const AGAIN_MS = 200
const ANSWER_MS = 10_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Somebody in a room, who behaves as the page in a browser does: everything that was not acknowledged is sent again. */
export function startClient(options: Options): ChaosClient {
  const { address, cookie, personId, roomId, everyMs, resumes } = options
  const read: Told[] = []
  const acknowledged: Told[] = []
  const counts = { opened: 0, reread: 0, retries: 0 }
  const listening = Promise.withResolvers<void>()
  const closing = new AbortController()
  const stopping = new AbortController()
  let last: number | undefined
  let stream = new AbortController()
  let awakeAt = 0

  async function heed({ event, id, data }: HeardEvent): Promise<void> {
    if (event === 'reset' && id !== undefined) await readAgain(id)
    if (event === 'chat') {
      const { kind, message } = data as { kind: string; message?: ChatMessage }
      if (kind === 'message' && message?.roomId === roomId) read.push(message)
    }
    if (id !== undefined) last = id
    if (event === 'at') listening.resolve()
  }

  /** More was missed than is told again: what was said since is read page by page, newest first. */
  async function readAgain(upTo: number): Promise<void> {
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
      const byHeader = place !== undefined && options.asksByHeader
      const query = place === undefined || byHeader ? '' : `?after=${place}`
      const headers: Record<string, string> = byHeader ? { cookie, 'last-event-id': place } : { cookie }
      counts.opened += 1
      stream = new AbortController()
      const signal = AbortSignal.any([stream.signal, closing.signal])
      await readStream(`${address}/api/live${query}`, { headers, signal }, heed).catch(() => undefined)
      await wait(Math.max(awakeAt - performance.now(), AGAIN_MS + Math.random() * AGAIN_MS))
    }
  }

  async function write(): Promise<void> {
    await listening.promise
    for (let number = 1; !stopping.signal.aborted; number++) {
      await wait(everyMs * (0.5 + Math.random()))
      const clientId = crypto.randomUUID()
      const body = JSON.stringify({ json: { roomId, clientId, content: `${number} of ${personId}` } })
      acknowledged.push(await sendUntilTaken(body))
    }
  }

  async function sendUntilTaken(body: string): Promise<Told> {
    for (;;) {
      const answer = await send(body).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { json: ChatMessage }).json
      // What one may not, or what is wrong, does not become right by asking again.
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`a message was answered with ${answer.status}: ${await answer.text()}`)
      counts.retries += 1
      await wait(AGAIN_MS + Math.random() * AGAIN_MS)
    }
  }

  /** Its answer as a whole: one that was cut in the middle is none. */
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
  // Whoever waits for the end hears of it.
  writing.catch(() => undefined)
  return {
    personId,
    read,
    acknowledged,
    counts,
    listening: listening.promise,
    finishWriting() {
      stopping.abort()
      return writing
    },
    sleep(ms) {
      awakeAt = performance.now() + ms
      stream.abort()
    },
    close: () => closing.abort(),
  }
}
