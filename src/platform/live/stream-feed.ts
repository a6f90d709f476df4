export interface FeedStream {
  userId: string
  search: URLSearchParams
  /** The last `id:` that the browser received before its stream broke; null for a new stream. */
  lastEventId: string | null
  /**
   * Writes complete events of the protocol, including their empty line. The bytes must not change afterwards, because
   * several streams may share them. A reader that is too slow is cut off, which closes the feed before this returns.
   */
  write: (bytes: Uint8Array) => void
  /** Breaks the stream. The browser then reconnects and resumes at its position. */
  cut: () => void
}

export interface OpenFeed {
  /**
   * Returns a complete event with the feed's current position as its id; undefined until the stream has got all
   * events up to this position. The event is sent to idle streams, which also keeps proxies from closing them.
   */
  position(): Uint8Array | undefined
  /** Called at the end of the stream. Nothing may be written afterwards. */
  close(): void
}

/** A source of events with ids. An interrupted stream resumes at its last id. */
export interface StreamFeed {
  /** Starts to write to the stream, asynchronously: first the missed events, then new ones. */
  open(stream: FeedStream): OpenFeed
}
