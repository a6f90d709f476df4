const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

// Exactly three parts, with a dot only in the last one: no key escapes its folder, names a hidden file or lacks a type.
const shape = /^[a-z]{1,20}\/[\w-]{22}\/[a-z0-9]{1,20}\.(?<ending>avif|webp)$/

/**
 * Returns the MIME type of a stored file by the extension of its key `kind/set/name.ext`, such as
 * `avatars/kq3…/256.webp`; undefined for an invalid key. A set has 22 random characters and is never reused, so URLs
 * can't be guessed.
 */
export function findMediaType(key: string): string | undefined {
  const ending = shape.exec(key)?.groups?.['ending']
  return ending === undefined ? undefined : types[ending]
}

/** Returns the same for keys from our own code. Throws for an invalid key. */
export function getMediaType(key: string): string {
  const type = findMediaType(key)
  if (type === undefined) throw new Error(`${JSON.stringify(key)} is not a valid file key`)
  return type
}
