import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { getRouter } from '~/router'

afterEach(() => onlineManager.setOnline(true))

test('a write fails while offline, and is not sent later', async () => {
  onlineManager.setOnline(false)
  const { queryClient } = getRouter().options.context
  let sent = 0
  const write = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => {
      sent += 1
      throw new TypeError('Failed to fetch')
    },
  })
  write.execute(undefined).catch(() => undefined)
  await expect.poll(() => write.state.status).toBe('error')
  onlineManager.setOnline(true)
  await queryClient.resumePausedMutations()
  expect(sent).toBe(1)
})
