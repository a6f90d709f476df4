import type { Configuration } from '~/platform/config/configuration'
import { findMediaType, getMediaType } from './media-key'
import type { MediaStorage } from './media-storage'

// Loaded with the first file, because its thousand modules would double the startup time.
const load = () => import('@aws-sdk/client-s3')

/** Stores files in a bucket of any S3-compatible store, with up to three attempts. */
export function createS3Storage(address: NonNullable<Configuration['storage']>): MediaStorage {
  const { bucket, prefix, endpoint, region, credentials } = address
  let opened: ReturnType<typeof openClient> | undefined

  async function openClient() {
    const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, paginateListObjectsV2 } =
      await load()
    const client = new S3Client({
      region,
      ...(credentials ? { credentials } : {}),
      // Stores other than Amazon's rarely have a host name per bucket, and some refuse Amazon's newer checksums.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
      maxAttempts: 3,
    })
    return { client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, paginateListObjectsV2 }
  }
  const loadClient = () => (opened ??= openClient())
  const place = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })

  return {
    async put(key, bytes) {
      const ContentType = getMediaType(key)
      const s3 = await loadClient()
      await s3.client.send(
        new s3.PutObjectCommand({
          ...place(key),
          Body: bytes,
          ContentType,
          CacheControl: 'public, max-age=31536000, immutable',
        }),
      )
    },

    async get(key) {
      const contentType = findMediaType(key)
      if (contentType === undefined) return undefined
      const s3 = await loadClient()
      try {
        const { Body } = await s3.client.send(new s3.GetObjectCommand(place(key)))
        if (Body === undefined) throw new Error('The store responded without a file.')
        return { bytes: Buffer.from(await Body.transformToByteArray()), contentType }
      } catch (error) {
        if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound'))
          return undefined
        throw error
      }
    },

    async list() {
      const s3 = await loadClient()
      const keys: string[] = []
      for await (const { Contents = [] } of s3.paginateListObjectsV2(
        { client: s3.client },
        { Bucket: bucket, Prefix: prefix },
      ))
        for (const { Key = '' } of Contents) keys.push(Key.slice(prefix.length))
      return keys.filter((key) => findMediaType(key) !== undefined)
    },

    // Deleted one by one, because not every store supports bulk deletion, and a set has six files.
    async remove(keys) {
      for (const key of keys) getMediaType(key)
      const s3 = await loadClient()
      await Promise.all(keys.map((key) => s3.client.send(new s3.DeleteObjectCommand(place(key)))))
    },

    close() {
      void opened?.then((s3) => s3.client.destroy())
    },
  }
}
