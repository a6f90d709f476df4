/** Small files that people uploaded, by keys as media-key.ts describes them. What is at a key never changes. */
export interface MediaStorage {
  /** All of it or nothing: a reader never sees half a file. Throws on what is no key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is nothing, also for what is no key. */
  get(key: string): Promise<{ bytes: Buffer; contentType: string } | undefined>
  /** Those that are gone already are no error. */
  remove(keys: readonly string[]): Promise<void>
  close(): void
}
