/** Stands for the browser's EventSource: what a test says on it arrives at once. */
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
  /** The server answers. */
  stand(): void {
    this.readyState = FakeEventSource.OPEN
    this.dispatchEvent(new Event('open'))
  }
  say(data: unknown, name = 'message'): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    this.dispatchEvent(new MessageEvent(name, { data: text }))
  }
  /** The line is cut: the browser tries again by itself. */
  cut(): void {
    this.readyState = FakeEventSource.CONNECTING
    this.dispatchEvent(new Event('error'))
  }
  /** The answer is no stream: the browser gives up. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }
}
