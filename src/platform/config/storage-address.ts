type StorageAddress = {
  bucket: string
  /** Prefix of every key: empty, or ends with a slash. */
  prefix: string
  /** Undefined for Amazon's endpoint of the region. */
  endpoint: string | undefined
  region: string
}

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…`; the prefix and both parameters are optional. Undefined for
 * anything else. Unknown parameters are refused, because a misspelled region would only fail at the first upload.
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

export type StorageConfiguration = StorageAddress & {
  /** If undefined, Amazon's SDK finds the credentials itself, such as those of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** @throws Error with a readable sentence if only one of the two keys is set */
export function readStorageConfiguration(values: {
  STORAGE_URL?: string | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
}): StorageConfiguration | undefined {
  const address = values.STORAGE_URL === undefined ? undefined : findStorageAddress(values.STORAGE_URL)
  if (address === undefined) return undefined
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both or neither.')
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey }
  return { ...address, credentials }
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}
