/** The open stream of one tab, as a feed sees it. */
export interface FeedStream {
  userId: string
  /** Of the address of the stream. */
  search: URLSearchParams
  /** Where the browser was when its stream was cut: the last `id:` that it heard. Null when it begins. */
  lastEventId: string | null
  /** Whole events of the protocol, with their empty line. The same bytes may be given to many streams. */
  write(bytes: Uint8Array): void
}

/** A source of events with ids, which a stream that was cut takes up where it left off. */
export interface StreamFeed {
  /** Begins to write to the stream: first what was missed, then what happens. Answers how to stop. */
  open(stream: FeedStream): () => void
  /** What tells an idle stream where it is, as a whole event; also keeps proxies from closing it. */
  position(): Uint8Array
}
