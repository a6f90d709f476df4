import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import type { MediaStorage } from '~/platform/storage/media-storage'

export interface AvatarServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'work' | 'every'>
  limits: Limits
  live: Pick<Live, 'publish'>
  storage: MediaStorage
  log: Logger
}

export interface AvatarContext {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
  caller: Caller | null
}
