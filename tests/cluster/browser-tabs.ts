import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { vi } from 'vitest'
import { followLive, type LiveStream } from '~/routes/-frame/follow-live'

export interface BrowserTab {
  topics: Set<string>
  isOpen: boolean
}

export interface BrowserTabs {
  tabs: BrowserTab[]
  getCounts: () => {
    /** How many requests for a stream all tabs have sent. */
    requests: number
    /** How often a tab would have loaded all its data again, because it may have missed changes. */
    reloads: number
    /** How many tabs the server has sent to another process. */
    moved: number
  }
  isConnected: () => boolean
  close: () => void
}

const OPENED_TOGETHER = 50

/**
 * Opens tabs that follow /api/live with the code of the product, each on its own connection. The addresses take
 * turns. `moves`: whether the tabs obey the server's `move` event.
 */
export async function openBrowserTabs(
  addresses: readonly string[],
  cookies: readonly string[],
  { moves }: { moves: boolean },
): Promise<BrowserTabs> {
  let requests = 0
  let moved = 0
  let reloads = 0

  /** Implements the browser's EventSource for Node. */
  class HttpEventSource extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSED = 2
    readyState = HttpEventSource.CONNECTING
    private request: ClientRequest | undefined
    private retryMs = 3_000
    private timer: NodeJS.Timeout | undefined
    private readonly url: string
    constructor(url: string) {
      super()
      this.url = url
      this.sendRequest()
    }

    private sendRequest(): void {
      requests += 1
      const tab = Number(new URLSearchParams(this.url.split('?')[1]).get('tab'))
      const address = addresses[tab % addresses.length] ?? ''
      this.request = get(`${address}${this.url}`, { agent: false, headers: { cookie: cookies[tab] ?? '' } })
        .on('response', (response) => this.readEvents(response))
        .on('error', () => this.retryLater())
    }

    private readEvents(response: IncomingMessage): void {
      if (response.statusCode !== 200) {
        this.close()
        this.dispatchEvent(new Event('error'))
        return
      }
      this.readyState = HttpEventSource.OPEN
      this.dispatchEvent(new Event('open'))
      let rest = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) this.receive(new Map(block.split('\n').map((line) => splitAtColon(line))))
      })
      response.once('close', () => this.retryLater())
    }

    private receive(fields: Map<string, string>): void {
      if (this.readyState === HttpEventSource.CLOSED) return
      if (fields.has('retry')) this.retryMs = Number(fields.get('retry'))
      const name = fields.get('event') ?? 'message'
      if (name === 'move') moved += 1
      if (fields.has('data') && (name !== 'move' || moves))
        this.dispatchEvent(new MessageEvent(name, { data: fields.get('data') }))
    }

    private retryLater(): void {
      if (this.readyState === HttpEventSource.CLOSED || this.timer) return
      this.readyState = HttpEventSource.CONNECTING
      this.timer = setTimeout(() => {
        this.timer = undefined
        this.sendRequest()
      }, this.retryMs)
      this.dispatchEvent(new Event('error'))
    }

    close(): void {
      this.readyState = HttpEventSource.CLOSED
      clearTimeout(this.timer)
      this.request?.destroy()
    }
  }

  vi.stubGlobal('EventSource', HttpEventSource)
  // No tab is hidden or offline.
  const target = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('document', { ...target, visibilityState: 'visible' })
  vi.stubGlobal('window', target)

  const streams: LiveStream[] = []
  const tabs: BrowserTab[] = []
  const isConnected = () => tabs.every(({ isOpen }) => isOpen)
  for (const [index] of cookies.entries()) {
    const tab: BrowserTab = { topics: new Set(), isOpen: false }
    tabs.push(tab)
    streams.push(
      followLive({
        search: () => `?tab=${index}`,
        // Listens to the heartbeat. Without a listener, tabs that are open for long would reconnect.
        named: { at: () => undefined },
        onTopics(topics) {
          for (const topic of topics) tab.topics.add(topic)
        },
        onOpen: () => (reloads += 1),
        onState: (state) => (tab.isOpen = state === 'live'),
        isSignedIn: () => Promise.resolve(true),
      }),
    )
    if (index % OPENED_TOGETHER === 0) await vi.waitUntil(isConnected, { timeout: 300_000, interval: 5 })
  }
  await vi.waitUntil(isConnected, { timeout: 300_000, interval: 5 })
  return {
    tabs,
    getCounts: () => ({ requests, reloads, moved }),
    isConnected,
    close() {
      for (const stream of streams) stream.stop()
      vi.unstubAllGlobals()
    },
  }
}

function splitAtColon(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}
