/** Storage of small uploaded files, by keys as in media-key.ts. The file of a key never changes. */
export interface MediaStorage {
  /** Stores a file atomically: readers never see a partial one. Throws for an invalid key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Reads a file; undefined if it is missing or the key is invalid. */
  get(key: string): Promise<{ bytes: Buffer; contentType: string } | undefined>
  /** Lists the keys of all files. */
  list(): Promise<string[]>
  /** Removes files, and ignores missing ones. */
  remove(keys: readonly string[]): Promise<void>
  close(): void
}
