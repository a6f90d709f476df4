import { createFeatureClient } from '~/platform/rpc/client'
import type { apiKeysContract } from '../contract'

export const apiKeys = createFeatureClient<typeof apiKeysContract>('apiKeys')

export const apiKeysQuery = () => apiKeys.list.queryOptions()
