/** The open stream of one tab, as a feed sees it. */
export interface FeedStream {
  userId: string
  /** Of the address of the stream. */
  search: URLSearchParams
  /** Where the browser was when its stream was cut: the last `id:` that it heard. Null when it begins. */
  lastEventId: string | null
  /**
   * Whole events of the protocol, with their empty line. The same bytes may be given to many streams, and must not be changed
   * afterwards. A reader that is too slow is cut off by it, which closes the feed before it returns.
   */
  write: (bytes: Uint8Array) => void
  /** Breaks the stream off, so that the browser comes back and takes up where it was. */
  cut: () => void
}

/** What a feed keeps of a stream. */
export interface OpenFeed {
  /**
   * What tells an idle stream where it is, as a whole event; also keeps proxies from closing it. Undefined while the stream
   * has not heard everything up to there.
   */
  position(): Uint8Array | undefined
  /** The stream is over: nothing may be written to it any more. */
  close(): void
}

/** A source of events with ids, which a stream that was cut takes up where it left off. */
export interface StreamFeed {
  /** Begins to write to the stream, but not before it has answered: first what was missed, then what happens. */
  open(stream: FeedStream): OpenFeed
}
