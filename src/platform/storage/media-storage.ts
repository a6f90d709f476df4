/** Storage of small uploaded files, by keys as in media-key.ts. The file of a key never changes. */
export interface MediaStorage {
  /** Stores a file atomically: readers never see a partial one. Throws for an invalid key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined for missing files and invalid keys. */
  get(key: string): Promise<{ bytes: Buffer; contentType: string } | undefined>
  /** Lists the keys of all files. */
  list(): Promise<string[]>
  /** Ignores missing files. */
  remove(keys: readonly string[]): Promise<void>
  close(): void
}
