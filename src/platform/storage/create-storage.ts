import { join } from 'node:path'
import type { Configuration } from '~/platform/config/configuration'
import { createFolderStorage } from './folder-storage'
import type { MediaStorage } from './media-storage'
import { createS3Storage } from './s3-storage'

export function createStorage(config: Pick<Configuration, 'dataDir' | 'storage'>): MediaStorage {
  return config.storage ? createS3Storage(config.storage) : createFolderStorage(join(config.dataDir, 'media'))
}
