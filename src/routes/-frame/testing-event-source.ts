/** Replaces the browser's EventSource: events sent by a test arrive immediately. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  static get last(): FakeEventSource {
    const last = FakeEventSource.all.at(-1)
    if (!last) throw new Error('No stream was opened')
    return last
  }

  readyState = FakeEventSource.CONNECTING
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.all.push(this)
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }
  stand(): void {
    this.readyState = FakeEventSource.OPEN
    this.dispatchEvent(new Event('open'))
  }
  say(data: unknown, name = 'message'): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    this.dispatchEvent(new MessageEvent(name, { data: text }))
  }
  /** Simulates an interruption: the browser reconnects itself. */
  cut(): void {
    this.readyState = FakeEventSource.CONNECTING
    this.dispatchEvent(new Event('error'))
  }
  /** Simulates a response that isn't a stream: the browser closes the connection and doesn't reconnect. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }
}
