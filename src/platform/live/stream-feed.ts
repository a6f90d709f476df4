export interface FeedStream {
  userId: string
  search: URLSearchParams
  /** Position at which the browser's stream was cut: the last `id:` it received. Null for a new stream. */
  lastEventId: string | null
  /**
   * Writes complete events of the protocol, including their empty line. Bytes may be shared by many streams and must
   * not change afterwards. Cuts off readers that are too slow, which closes the feed before it returns.
   */
  write: (bytes: Uint8Array) => void
  /** Breaks the stream, so that the browser reconnects and resumes at its position. */
  cut: () => void
}

export interface OpenFeed {
  /**
   * Returns a complete event with the position, sent to idle streams, which also keeps proxies from closing them.
   * Undefined while the stream is behind that position.
   */
  position(): Uint8Array | undefined
  /** Called at the end of the stream: nothing may be written afterwards. */
  close(): void
}

/** A source of events with ids, at which interrupted streams resume. */
export interface StreamFeed {
  /** Starts writing to the stream, asynchronously: first missed events, then new ones. */
  open(stream: FeedStream): OpenFeed
}
