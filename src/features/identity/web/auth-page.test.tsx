// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SiteName } from '~/design/site-name'
import { AuthPage } from './auth-page'

afterEach(cleanup)

test('N-02 the sign-in page has a link back, and the copyright below the form', async () => {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <AuthPage stock="mint" poster={['In.']} back="/">
          <form />
        </AuthPage>
      ),
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <SiteName value="Slipped Halves">
      <RouterProvider router={router as never} />
    </SiteName>,
  )
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('contentinfo').textContent).toBe('© 2024 Slipped Halves')
})
