/** A bucket of an S3-compatible store. */
export type StorageAddress = {
  bucket: string
  /** Stands before every key: empty, or words that end with a slash. */
  prefix: string
  /** Undefined: Amazon's own for the region. */
  endpoint: string | undefined
  region: string
}

/**
 * Reads `s3://bucket/prefix?endpoint=https://…&region=…`; the prefix and both parameters may be absent. Undefined for
 * anything else, and for a parameter of another name: a region with a typing error would be an upload that fails later.
 */
export function findStorageAddress(text: string): StorageAddress | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.hash !== '')
    return undefined
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) return undefined
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  if (folder !== '' && !/^[\w-]+(?:\/[\w-]+)*$/.test(folder)) return undefined
  if ([...url.searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region')) return undefined
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isWebAddress(endpoint)) return undefined
  return {
    bucket: url.host,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}
