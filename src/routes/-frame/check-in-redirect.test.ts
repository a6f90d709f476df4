import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { Route } from '../dashboard_.events.$id.door'

test("redirects the former URL of an event's check-in page permanently", async () => {
  const redirect: unknown = await Promise.resolve()
    .then(() => Route.options.beforeLoad?.({ params: { id: 'e1' } } as never))
    .catch((error: unknown) => error)
  if (!isRedirect(redirect)) throw new Error('The former URL did not redirect')
  expect(redirect.status).toBe(308)
  expect(redirect.options).toMatchObject({ to: '/dashboard/events/$id/check-in', params: { id: 'e1' } })
})
