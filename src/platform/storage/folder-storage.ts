import { mkdir, open, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findMediaType, getMediaType } from './media-key'
import type { MediaStorage } from './media-storage'

/** Stores files in a local folder, created with the first file. */
export function createFolderStorage(root: string): MediaStorage {
  const toPath = (key: string) => join(root, key)

  return {
    async put(key, bytes) {
      getMediaType(key)
      const file = toPath(key)
      const draft = `${file}.part`
      await mkdir(dirname(file), { recursive: true })
      try {
        const handle = await open(draft, 'w')
        try {
          await handle.writeFile(bytes)
          // Waits until the file is on disk, because the database will refer to it.
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async get(key) {
      const contentType = findMediaType(key)
      if (contentType === undefined) return undefined
      try {
        return { bytes: await readFile(toPath(key)), contentType }
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined
        throw error
      }
    },

    async list() {
      const files = await readdir(root, { recursive: true }).catch((error: unknown) => {
        if (hasErrorCode(error, 'ENOENT')) return []
        throw error
      })
      return files.filter((file) => findMediaType(file) !== undefined)
    },

    async remove(keys) {
      for (const key of keys) {
        getMediaType(key)
        // A killed process may have left a draft.
        for (const file of [toPath(key), `${toPath(key)}.part`]) await rm(file, { force: true })
      }
      for (const folder of new Set(keys.map((key) => dirname(toPath(key))))) await removeIfEmpty(folder)
    },

    close: () => undefined,
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].some((code) => hasErrorCode(error, code))) throw error
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
