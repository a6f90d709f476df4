import { createFeatureClient } from '~/platform/rpc/client'
import { followCursor, toCursorInput } from '~/platform/rpc/follow-cursor'
import type { webhooksContract } from '../contract'

export const webhooks = createFeatureClient<typeof webhooksContract>('webhooks')

/**
 * The subject of all toasts of the webhooks section. A new toast with the same subject replaces the old one, so that
 * no error remains visible after a success.
 */
export const TOAST = { about: 'webhooks' }

export const webhooksQuery = () => webhooks.list.queryOptions()

/** The messages of an endpoint, newest first. */
export const deliveriesQuery = (id: string) =>
  webhooks.deliveries.infiniteOptions({
    input: (after: string | undefined) => ({ id, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 0,
  })
