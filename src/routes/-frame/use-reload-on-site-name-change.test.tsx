// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  HeadContent,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SiteName } from '~/design/site-name'
import { useReloadOnSiteNameChange } from './use-reload-on-site-name-change'

afterEach(cleanup)

test('a changed site name appears in the title of the open page', async () => {
  let name = 'Slipped Halves'
  let loads = 0
  const root = createRootRoute({
    beforeLoad: () => {
      loads += 1
      return { site: { name } }
    },
    head: ({ match }) => ({ meta: [{ title: `Events · ${match.context.site.name}` }] }),
    component: function Root() {
      useReloadOnSiteNameChange(root.useRouteContext().site.name)
      return <HeadContent />
    },
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  const page = () => (
    <SiteName value={name}>
      <RouterProvider router={router as never} />
    </SiteName>
  )
  const { rerender } = render(page())
  await waitFor(() => expect(document.title).toBe('Events · Slipped Halves'))
  const loadsBefore = loads
  name = 'Loose Halves'
  await act(async () => rerender(page()))
  await waitFor(() => expect(document.title).toBe('Events · Loose Halves'))
  expect(loads).toBe(loadsBefore + 1)
})
